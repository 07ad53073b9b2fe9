// The code of a ticket that people type (contract.md 34.7).
import { expect, test } from 'vitest'
import { readMigrations } from '../../../src/platform/db/migrate.ts'
import { inGroups, readDoorCode } from '../../../src/ticketing/checkin/door-code.ts'
import { doorCodeHash } from '../../../src/ticketing/door/code-hash.ts'
import { wrongCodesMost } from '../../../src/ticketing/door/rules.ts'
import { anAttendee, attendees } from '../../support/attending.ts'
import { aBuyer } from '../../support/buying.ts'
import { pairPhone } from '../../support/door-phone.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ RATE_LIMIT: 'off' })
const { db, tickets } = app
const as = 'administrator' as const

async function codeOf(attendeeId: number): Promise<string> {
  const row = await db
    .selectFrom('door_codes')
    .select('code')
    .where('attendee_id', '=', attendeeId)
    .executeTakeFirstOrThrow()
  return row.code
}

const wrong = (code: string) => (code.startsWith('A') ? 'B' : 'A') + code.slice(1)

test('every place has a code of its own that checks itself, in the answer about it and in the list of phones as a hash', async () => {
  const guests = await attendees(app, 60)
  const { eventId } = guests[0]!
  const codes = await Promise.all(guests.map(({ id }) => codeOf(id)))
  expect(new Set(codes).size).toBe(60)
  expect(codes.map(readDoorCode)).toEqual(codes)
  const { json } = await tickets('GET', `/attendees/${guests[0]!.id}`, { as })
  expect(json.door_code).toBe(codes[0])
  const phone = await pairPhone(app, eventId)
  const list = await phone.list()
  expect(list.json.rows.map(({ typed }: { typed: string }) => typed)).toEqual(
    codes.map(door_code => doorCodeHash({ event_id: eventId, door_code })),
  )
  expect(codes.some(code => list.text.includes(code))).toBe(false)
})

test('a phone with a network lets in by a code that was typed, in small letters and groups; a wrong one it is told', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const code = await codeOf(guest.id)
  const typed = (ticket: string) => phone.scan({ ticket, verdict: 'waits' })
  const { json } = await phone.send([
    typed(wrong(code)),
    typed(inGroups(code).toLowerCase()),
    typed(code),
  ])
  expect(json.results).toMatchObject([
    { result: 'refused', refusal: 'wrong_code' },
    { result: 'admitted', refusal: null },
    { result: 'repeat' },
  ])
})

test('what a phone typed without a network counts by the hash of its list, and not after the ticket was passed on', async () => {
  const [stays, goes] = await attendees(app, 2)
  const { eventId } = stays!
  const phone = await pairPhone(app, eventId)
  const hash = async ({ id }: { id: number }) =>
    doorCodeHash({ event_id: eventId, door_code: await codeOf(id) })
  const hashes = [await hash(stays!), await hash(goes!)]
  const before = await codeOf(goes!.id)
  await tickets('PATCH', `/attendees/${goes!.id}`, { as, body: { email: 'cy@example.org' } })
  expect(await codeOf(goes!.id)).not.toBe(before)
  const scans = [stays!, goes!].map(({ id }, at) =>
    phone.scan({ attendee: id, typed: hashes[at], verdict: 'admitted' }),
  )
  expect((await phone.send(scans)).json.results).toMatchObject([
    { result: 'admitted' },
    { result: 'conflict', refusal: 'security_code_not_valid' },
  ])
})

test('a phone that typed too many wrong codes is told nothing more by codes, and its other scans go on', async () => {
  const [one, two] = await attendees(app, 2)
  const phone = await pairPhone(app, one!.eventId)
  const code = await codeOf(one!.id)
  const guesses = Array.from({ length: wrongCodesMost }, () =>
    phone.scan({ ticket: wrong(code), verdict: 'refused' }),
  )
  await phone.send(guesses)
  const { json } = await phone.send([
    phone.scan({ ticket: code, verdict: 'waits' }),
    phone.letIn(two!),
  ])
  expect(json.results).toMatchObject([
    { result: 'refused', refusal: 'too_many_codes' },
    { result: 'admitted' },
  ])
  const other = await pairPhone(app, one!.eventId)
  expect(await other.results(other.scan({ ticket: code }))).toEqual(['admitted'])
})

test('staff may send a typed code of their events; scanner keys and staff of other events may not, and guesses end', async () => {
  const guest = await anAttendee(app)
  const elsewhere = await anAttendee(app)
  const code = await codeOf(guest.id)
  const key = await tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })
  const scan = (who: Parameters<typeof tickets>[2] & object) =>
    tickets('POST', '/check-ins', { ...who, body: { ticket: code } })
  const byKey = await scan({ as: { authorization: `Bearer ${key.json.api_key}` } })
  const stranger = await personWith(app, { set: 'door', eventId: elsewhere.eventId })
  const helper = await personWith(app, { set: 'door', eventId: guest.eventId })
  const byStranger = await scan({ as: stranger })
  expect([byKey.status, byStranger.status]).toEqual([403, 403])
  const byHelper = await scan({ as: helper })
  expect([byHelper.status, byHelper.json.attendee?.id]).toEqual([201, guest.id])
  const guess = () => tickets('POST', '/check-ins', { as: stranger, body: { ticket: code } })
  const statuses = new Set<number>()
  for (let at = 0; at < 35; at += 1) statuses.add((await guess()).status)
  expect([...statuses]).toEqual([403, 429])
})

test('a place that moves to another event keeps its code', async () => {
  const other = await ticketOnSale(app)
  const guest = await aBuyer(
    app,
    await ticketOnSale(app).then(({ id, eventId }) => ({ ticketId: id, eventId })),
  )
  const code = await codeOf(guest.id)
  await db
    .updateTable('attendees')
    .set({ event_id: other.eventId, ticket_id: other.id })
    .where('id', '=', guest.id)
    .execute()
  expect(await codeOf(guest.id)).toBe(code)
})

test('places that an older release sold, and those that were there before, have codes', async () => {
  const guests = await attendees(app, 3)
  await db.deleteFrom('door_codes').execute()
  const text = readMigrations().find(({ name }) => name.endsWith('door_codes.sql'))?.text ?? ''
  await app.database.pool.query(text.slice(text.lastIndexOf('do $$')))
  const codes = await Promise.all(guests.map(({ id }) => codeOf(id)))
  expect(codes.map(readDoorCode)).toEqual(codes)
})
