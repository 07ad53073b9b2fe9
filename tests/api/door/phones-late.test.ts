// What phones send late, or of somebody who is not theirs (contract.md 34.6).
import { expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { codeOf, pairPhone } from '../../support/door-phone.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets, clock } = app
const as = 'administrator' as const

test('a phone takes nothing back and lets nobody out at events that are not its own', async () => {
  const [mine, theirs] = [await anAttendee(app), await anAttendee(app)]
  const [phone, other] = [await pairPhone(app, mine.eventId), await pairPhone(app, theirs.eventId)]
  expect(await other.results(other.letIn(theirs))).toEqual(['admitted'])
  clock.advance(60)
  expect(
    await phone.results(
      phone.scan({ kind: 'out', attendee: theirs.id }),
      phone.scan({ kind: 'undo', attendee: theirs.id }),
      phone.scan({ kind: 'out', attendee: 99_999_999 }),
      phone.scan({ kind: 'undo', attendee: 99_999_999 }),
    ),
  ).toEqual(['ignored', 'ignored', 'ignored', 'ignored'])
  expect(await other.counts()).toMatchObject({ inside: 1, checked_in: 1 })
  expect((await phone.counts()).gates).toEqual([{ gate: null, came_in: 0, went_out: 0 }])
})

test('whoever goes out and was not counted coming in takes nobody along', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const moments = ['guest_out', 'guest_out', 'guest_in', 'guest_in', 'guest_out'].map(kind => {
    clock.advance(60)
    return phone.scan({ kind })
  })
  expect(await phone.results(...moments, phone.letIn(guest))).toEqual([
    ...moments.map(() => 'counted'),
    'admitted',
  ])
  expect(await phone.counts()).toMatchObject({ guests: 1, inside: 2 })
})

test('a scan that waited and was decided alone counts when the phone decided it, however late it is sent', async () => {
  const guest = await anAttendee(app)
  await tickets('PATCH', `/tickets/${guest.ticketId}/entry`, { as, body: { entry: 'daily' } })
  const [phone, other] = [await pairPhone(app, guest.eventId), await pairPhone(app, guest.eventId)]
  const waits = (who: typeof phone) =>
    who.scan({ attendee: guest.id, code: codeOf(guest), verdict: 'waits' })
  const waited = waits(phone)
  const cameAt = clock.now().toISOString()
  const stands = phone.scan({ kind: 'stands', of: waited['seq'] })
  // The network comes back on the next day, on which the ticket lets in again.
  clock.advance(24 * 60 * 60)
  expect(await phone.results(waited, stands)).toEqual(['admitted', 'ignored'])
  const row = await db
    .selectFrom('attendees')
    .select('checked_in_at')
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  expect(row.checked_in_at?.toISOString()).toBe(cameAt)
  expect(await other.results(waits(other))).toEqual(['admitted'])
})

test('who comes and goes while a phone gets no answers is no conflict', async () => {
  const guest = await anAttendee(app)
  await tickets('PATCH', `/tickets/${guest.ticketId}/entry`, { as, body: { entry: 'reentry' } })
  const phone = await pairPhone(app, guest.eventId)
  const comesAndGoes = () => {
    const waited = phone.scan({ attendee: guest.id, code: codeOf(guest), verdict: 'waits' })
    const stands = phone.scan({ kind: 'stands', of: waited['seq'] })
    clock.advance(600)
    const out = phone.scan({ kind: 'out', attendee: guest.id })
    clock.advance(600)
    return [waited, stands, out]
  }
  const twice = [...comesAndGoes(), ...comesAndGoes()]
  const one = ['admitted', 'ignored', 'out']
  expect(await phone.results(...twice)).toEqual([...one, ...one])
  expect(await phone.counts()).toMatchObject({ inside: 0, conflicts: 0, checked_in: 1 })
})

test('a check-in keeps who made it when a phone that came before takes its scan back', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const early = phone.letIn(guest)
  clock.advance(600)
  const key = await tickets('POST', '/scanner-keys', { as, body: { name: 'Side door' } })
  const query = {
    api_key: key.json.api_key,
    ticket_id: guest.id,
    security_code: guest.security_code,
  }
  expect((await tickets('GET', '/qr', { query })).status).toBe(201)
  const madeBy = async () =>
    (await tickets('GET', `/attendees/${guest.id}`, { as })).json.checkin_details
  const before = await madeBy()
  expect(before).toMatchObject({ device: 'Side door' })
  expect(await phone.results(early)).toEqual(['admitted'])
  expect(await madeBy()).toMatchObject({ device: 'Phone' })
  await phone.results(phone.scan({ kind: 'undo', of: early['seq'] }))
  expect(await madeBy()).toEqual(before)
})
