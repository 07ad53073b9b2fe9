import { expect, test } from 'vitest'
import { anAttendee, attendees } from '../../support/attending.ts'
import { codeOf, newDevice, pairPhone } from '../../support/door-phone.ts'
import { personWith } from '../../support/granting.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets, admin, clock } = app
const as = 'administrator' as const

test('a phone is paired by a token that works once, and its secret is stored as a hash only', async () => {
  const event = await eventOnSale(app)
  const made = await newDevice(app, event)
  expect([made.status, made.json]).toEqual([
    201,
    expect.objectContaining({ name: 'Ada, gate A', events: [event], state: 'waiting' }),
  ])
  const { token, url } = made.json.pairing
  expect(url).toMatch(new RegExp(`/door#${token}$`))
  const body = { token, app_version: '1' }
  const paired = await tickets('POST', '/door/pairings', { body })
  expect([paired.status, paired.json.device.state]).toEqual([201, 'paired'])
  expect(paired.headers['cache-control']).toContain('no-store')
  expect(paired.json.secret).toMatch(/^mqd_[\w-]{43}$/)
  const again = await tickets('POST', '/door/pairings', { body })
  expect([again.status, again.json.code]).toEqual([410, 'door-pairing-ended'])
  const rows = await db
    .selectFrom('door_devices')
    .select(['pairing_hash', 'secret_hash', 'name'])
    .execute()
  expect(JSON.stringify(rows)).not.toContain(paired.json.secret)
  const listed = await admin('GET', '/door-devices', { as })
  expect(listed.text).not.toContain(token)
  expect(listed.text).not.toContain(paired.json.secret)
})

test('a token ends after ten minutes, and staff can give another', async () => {
  const event = await eventOnSale(app)
  const { json } = await newDevice(app, event)
  clock.advance(10 * 60 + 1)
  const late = await tickets('POST', '/door/pairings', { body: { token: json.pairing.token } })
  expect(late.status).toBe(410)
  const renewed = await admin('POST', `/door-devices/${json.id}/pairing`, { as })
  const { token } = renewed.json.pairing
  expect((await tickets('POST', '/door/pairings', { body: { token } })).status).toBe(201)
  const paired = await admin('POST', `/door-devices/${json.id}/pairing`, { as })
  expect([paired.status, paired.json.code]).toEqual([409, 'door-device-paired'])
})

test('phones are paired by whoever may make keys at all their events, and seen by nobody else', async () => {
  const [mine, other] = [await eventOnSale(app), await eventOnSale(app)]
  const manager = await personWith(app, { set: 'manager', eventId: mine })
  const pair = (events: number[]) =>
    admin('POST', '/door-devices', { as: manager, body: { name: 'Phone', events } })
  expect((await pair([mine])).status).toBe(201)
  expect((await pair([mine, other])).status).toBe(403)
  const theirs = await newDevice(app, other)
  const shown = await admin('GET', '/door-devices', { as: manager })
  expect(shown.json.map(({ events }: { events: number[] }) => events)).toEqual([[mine]])
  const path = `/door-devices/${theirs.json.id}`
  expect((await admin('DELETE', path, { as: manager })).status).toBe(404)
  expect((await admin('GET', `/events/${other}/gates`, { as: manager })).status).toBe(404)
  const helper = await personWith(app, { set: 'door', eventId: mine })
  const refused = await admin('POST', '/door-devices', {
    as: helper,
    body: { name: 'Phone', events: [mine] },
  })
  expect(refused.status).toBe(403)
})

test('a revoked phone is told so at its next contact, whatever it asks for', async () => {
  const event = await eventOnSale(app)
  const phone = await pairPhone(app, event)
  expect((await admin('DELETE', `/door-devices/${phone.id}`, { as })).status).toBe(200)
  const asked = [await phone.list(), await phone.send([]), await phone.changes(0)]
  expect(asked.map(({ status, json }) => [status, json.code])).toEqual(
    Array.from({ length: 3 }, () => [401, 'door-device-revoked']),
  )
  expect((await admin('DELETE', `/door-devices/${phone.id}`, { as })).status).toBe(404)
})

test('gates belong to an event and name tickets of it', async () => {
  const { id: ticket, eventId } = await ticketOnSale(app)
  const strange = await ticketOnSale(app)
  const path = `/events/${eventId}/gates`
  const make = (body: object) => admin('POST', path, { as, body })
  const made = await make({ name: 'Gate A', place: 'left of the stairs', tickets: [ticket] })
  expect([made.status, made.json]).toEqual([
    201,
    { id: expect.any(Number), name: 'Gate A', place: 'left of the stairs', tickets: [ticket] },
  ])
  const wrong = await make({ name: 'Gate B', tickets: [strange.id] })
  expect([wrong.status, Object.keys(wrong.json.data.params)]).toEqual([400, ['tickets']])
  const gate = `${path}/${made.json.id}`
  const changed = await admin('PATCH', gate, { as, body: { name: 'Gate 1' } })
  expect(changed.json).toMatchObject({ name: 'Gate 1', tickets: [ticket] })
  const elsewhere = `/events/${strange.eventId}/gates/${made.json.id}`
  expect((await admin('DELETE', elsewhere, { as })).json.code).toBe('gate-not-found')
  expect((await admin('DELETE', gate, { as })).status).toBe(200)
  expect((await admin('GET', path, { as })).json).toEqual([])
})

test('the list of a phone has everybody with hashes, and names only sealed; of other events there is nothing', async () => {
  const guest = await anAttendee(app, { holderName: 'Orla Quill' })
  const phone = await pairPhone(app, guest.eventId)
  const list = await phone.list()
  expect(list.headers['cache-control']).toContain('no-store')
  expect(list.json).toMatchObject({
    event: { id: guest.eventId, timezone: expect.any(String) },
    tickets: [{ id: guest.ticketId, entry: 'once', door_note: '' }],
    next: null,
    rows: [{ id: guest.id, state: 'valid', code: codeOf(guest), inside: false, note: false }],
  })
  expect(list.text).not.toContain('Quill')
  expect(list.text).not.toContain(guest.security_code)
  const other = await anAttendee(app)
  const strange = await tickets('GET', '/door/snapshot', {
    as: phone.as,
    query: { event: other.eventId },
  })
  expect(strange.status).toBe(404)
  const withoutPhone = await tickets('GET', '/door/snapshot', {
    as,
    query: { event: guest.eventId },
  })
  expect(withoutPhone.status).toBe(403)
})

test('scans get a result by number, the same when they are sent again, and a gap is named', async () => {
  const [one, two] = await attendees(app, 2)
  const phone = await pairPhone(app, one!.eventId)
  const [first, second] = [phone.letIn(one!), phone.letIn(one!)]
  const sent = await phone.send([first, second])
  expect(sent.json.results).toEqual([
    { seq: 1, result: 'admitted', refusal: null },
    { seq: 2, result: 'conflict', refusal: null },
  ])
  expect(sent.json.next).toBe(3)
  const third = phone.letIn(two!)
  const more = await phone.send([first, second, third])
  expect(more.json.results).toEqual([
    ...sent.json.results,
    { seq: 3, result: 'admitted', refusal: null },
  ])
  phone.scan({ kind: 'guest_in' })
  const gap = await phone.send([phone.scan({ kind: 'guest_in' })])
  expect([gap.status, gap.json.code, gap.json.data.next]).toEqual([409, 'door-scans-gap', 4])
  const scans = await db
    .selectFrom('door_scans')
    .select('seq')
    .where('device_id', '=', phone.id)
    .execute()
  expect(scans).toHaveLength(3)
})

test('a phone whose clock is more than a day off sends nothing; a smaller difference is corrected', async () => {
  const guests = await attendees(app, 2)
  const { eventId } = guests[0]!
  const wrong = await pairPhone(app, eventId, { skewMs: 25 * 60 * 60_000 })
  const refused = await wrong.send([wrong.letIn(guests[0]!)])
  expect([refused.status, refused.json.code]).toEqual([409, 'door-clock-off'])
  expect(refused.json.data.now).toBe(clock.now().toISOString())
  const slow = await pairPhone(app, eventId, { skewMs: -7 * 60 * 60_000 })
  expect(await slow.results(slow.letIn(guests[0]!))).toEqual(['admitted'])
  const { json } = await tickets('GET', `/attendees/${guests[0]!.id}`, { as })
  expect(json.checked_in).toBe(true)
  const row = await db
    .selectFrom('attendees')
    .select('checked_in_at')
    .where('id', '=', guests[0]!.id)
    .executeTakeFirstOrThrow()
  expect(row.checked_in_at).toEqual(clock.now())
})

test('exit keeps the check-in, and the ticket lets in again only where it says so', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const out = () => phone.scan({ kind: 'out', attendee: guest.id, code: codeOf(guest) })
  expect(await phone.results(phone.letIn(guest))).toEqual(['admitted'])
  expect(await phone.counts()).toMatchObject({ inside: 1, checked_in: 1, expected: 1 })
  clock.advance(60)
  expect(await phone.results(out())).toEqual(['out'])
  expect(await phone.counts()).toMatchObject({ inside: 0, checked_in: 1 })
  const waiting = () => phone.letIn(guest, { verdict: 'waits' })
  expect(await phone.results(waiting())).toEqual(['repeat'])
  const entry = `/tickets/${guest.ticketId}/entry`
  const set = (body: object) => tickets('PATCH', entry, { as, body })
  expect((await set({ entry: 'reentry' })).json).toEqual({ entry: 'reentry', door_note: '' })
  clock.advance(60)
  expect(await phone.results(waiting())).toEqual(['admitted'])
  expect(await phone.counts()).toMatchObject({ inside: 1, checked_in: 1 })
  await set({ entry: 'daily' })
  expect(await phone.results(waiting())).toEqual(['repeat'])
  clock.advance(24 * 60 * 60)
  expect(await phone.results(waiting())).toEqual(['admitted'])
})

test('what was scanned by mistake is taken back by its number, and what stands by the attendee', async () => {
  const guest = await anAttendee(app)
  const [here, there] = [await pairPhone(app, guest.eventId), await pairPhone(app, guest.eventId)]
  const isIn = async () => (await tickets('GET', `/attendees/${guest.id}`, { as })).json.checked_in
  expect(await here.results(here.letIn(guest))).toEqual(['admitted'])
  expect(await isIn()).toBe(true)
  expect(await here.results(here.scan({ kind: 'undo', of: 1 }))).toEqual(['undone'])
  expect([await isIn(), (await here.counts()).inside]).toEqual([false, 0])
  clock.advance(1)
  expect(await here.results(here.letIn(guest))).toEqual(['admitted'])
  clock.advance(1)
  const undo = there.scan({ kind: 'undo', attendee: guest.id })
  expect(await there.results(undo)).toEqual(['undone'])
  expect(await isIn()).toBe(false)
  clock.advance(1)
  expect(await there.results(there.letIn(guest))).toEqual(['admitted'])
})

test('guests without a ticket are counted in and out', async () => {
  const event = await eventOnSale(app)
  const phone = await pairPhone(app, event)
  const kinds = ['guest_in', 'guest_in', 'guest_in', 'guest_out']
  expect(await phone.results(...kinds.map(kind => phone.scan({ kind })))).toEqual(
    kinds.map(() => 'counted'),
  )
  expect(await phone.counts()).toMatchObject({ inside: 2, guests: 2, checked_in: 0 })
  expect(await phone.results(phone.scan({ kind: 'undo', of: 1 }))).toEqual(['undone'])
  expect(await phone.counts()).toMatchObject({ inside: 1, guests: 1 })
})

test('two phones that let the same ticket in are listed once, with both gates; the earlier one stands', async () => {
  const guest = await anAttendee(app)
  const gate = async (name: string) =>
    (await admin('POST', `/events/${guest.eventId}/gates`, { as, body: { name } })).json.id
  const [a, b] = [await gate('Gate A'), await gate('Gate B')]
  const one = await pairPhone(app, guest.eventId, { name: 'One', gate: a })
  const two = await pairPhone(app, guest.eventId, { name: 'Two', gate: b })
  const early = one.letIn(guest, { gate: a })
  clock.advance(60)
  expect(await two.results(two.letIn(guest, { gate: b }))).toEqual(['admitted'])
  const { at } = early as { at: string }
  clock.advance(60)
  expect(await one.results(early)).toEqual(['admitted'])
  const { json } = await admin('GET', `/events/${guest.eventId}/door-conflicts`, { as })
  expect(json).toEqual([
    {
      attendee: guest.id,
      reason: 'used_before',
      second: { at: expect.any(String), device: 'Two', gate: 'Gate B' },
      first: { at, device: 'One', gate: 'Gate A' },
    },
  ])
  const counts = await one.counts()
  expect(counts).toMatchObject({ inside: 1, checked_in: 1, conflicts: 1 })
  expect(counts.gates).toEqual([
    { gate: a, came_in: 1, went_out: 0 },
    { gate: b, came_in: 1, went_out: 0 },
  ])
  const shown = await tickets('GET', `/attendees/${guest.id}`, { as })
  expect(shown.json.checkin_details).toMatchObject({ device: 'One', source: 'app' })
})

test('scanner keys and staff never let in again whom a phone let in, and the other way round', async () => {
  const [one, two] = await attendees(app, 2)
  const phone = await pairPhone(app, one!.eventId)
  const key = await tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })
  const scanner = { authorization: `Bearer ${key.json.api_key}` }
  const byKey = ({ id, security_code }: { id: number; security_code: string }) =>
    tickets('GET', '/qr', { as: scanner, query: { ticket_id: id, security_code } })
  await phone.send([phone.letIn(one!)])
  expect((await byKey(one!)).json.error).toBe('attendee_already_checked_in')
  expect((await byKey(two!)).status).toBe(201)
  clock.advance(1)
  expect(await phone.results(phone.letIn(two!, { verdict: 'waits' }))).toEqual(['repeat'])
  expect((await phone.counts()).inside).toBe(2)
  const out = { check_in: false }
  await tickets('PATCH', `/attendees/${two!.id}`, { as, body: out })
  expect((await phone.counts()).inside).toBe(1)
  clock.advance(1)
  expect(await phone.results(phone.letIn(two!))).toEqual(['admitted'])
})

test('notes of tickets and attendees reach the phone, those of attendees only sealed', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const { position } = (await phone.list()).json
  await tickets('PATCH', `/tickets/${guest.ticketId}/entry`, {
    as,
    body: { door_note: 'Wristband: red' },
  })
  const note = await tickets('PUT', `/attendees/${guest.id}/door-note`, {
    as,
    body: { door_note: 'Wheelchair: open the side door' },
  })
  expect(note.status).toBe(200)
  await app.deps.following.catchUp()
  const { json, text } = await phone.changes(position)
  expect(json.tickets).toMatchObject([{ door_note: 'Wristband: red' }])
  expect(json.rows).toMatchObject([{ id: guest.id, note: true }])
  expect(text).not.toContain('Wheelchair')
})
