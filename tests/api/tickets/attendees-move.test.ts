import { afterEach, expect, test } from 'vitest'
import { signTicket } from '../../../src/ticketing/checkin/ticket-code.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { anAttendee, demandTrueCounts } from '../../support/attending.ts'
import { fillCart, order, stockOf } from '../../support/buying.ts'
import { eventOnSale, type TicketDraft, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator'
afterEach(() => demandTrueCounts(app))

const move = (id: number, ticket_id: number, more: object = {}) =>
  app.tickets('POST', `/attendees/${id}`, { as, body: { ticket_id, ...more } })

/** An attendee of one ticket, and another ticket of the same event. */
async function two(to: TicketDraft = {}, from: TicketDraft = {}) {
  const eventId = await eventOnSale(app)
  const first = await ticketOnSale(app, { eventId, name: 'Stalls', ...from })
  const other = await ticketOnSale(app, { eventId, name: 'Circle', ...to })
  const guest = await anAttendee(app, { eventId, ticketId: first.id })
  return { eventId, from: first.id, to: other.id, guest }
}
const row = (id: number) =>
  app.db.selectFrom('attendees').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an attendee moves to another ticket with place, check-in and code', async () => {
  const { eventId, from, to, guest } = await two()
  await app.tickets('PATCH', `/attendees/${guest.id}`, { as, body: { check_in: true } })
  const before = await row(guest.id)
  const { status, json } = await move(guest.id, to, { full_name: 'New Name' })
  expect([status, json.ticket_id, json.ticket.title, json.title]).toEqual([
    201,
    to,
    'Circle',
    'New Name',
  ])
  expect(json.checked_in).toBe(true)
  expect([(await stockOf(app, from)).sold, (await stockOf(app, to)).sold]).toEqual([0, 1])
  expect((await row(guest.id)).security_code).toBe(before.security_code)

  await app.tickets('PATCH', `/attendees/${guest.id}`, { as, body: { check_in: false } })
  const made = await app.tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })
  const authorization = `Bearer ${made.json.api_key}`
  const { generation } = before
  const claim = { eventId, ticketId: from, attendeeId: guest.id, generation }
  const ticket = await signTicket({ db: app.db, random: systemRandom }, claim)
  const scan = await app.tickets('POST', '/check-ins', { as: { authorization }, body: { ticket } })
  expect(scan.status).toBe(201)
})

test('an attendee moved to the same ticket stays unchanged', async () => {
  const { from, guest } = await two({}, { capacity: 1 })
  expect((await move(guest.id, from)).json.ticket_id).toBe(from)
  expect((await stockOf(app, from)).sold).toBe(1)
})

test('a move to a full ticket is refused and changes nothing', async () => {
  const { from, to, guest } = await two({ capacity: 0 })
  const { status, json } = await move(guest.id, to, { full_name: 'New Name' })
  expect([status, json.code]).toEqual([409, 'attendee-creation-failed'])
  expect(await row(guest.id)).toMatchObject({ ticket_id: from, holder_name: 'Ann Example' })
  expect((await stockOf(app, from)).sold).toBe(1)
})

test('two tickets that share a full stock can be exchanged', async () => {
  const { from, to, guest } = await two({ shared: 1, capacity: 1 }, { shared: 1, capacity: 1 })
  expect((await move(guest.id, to)).status).toBe(201)
  expect([(await stockOf(app, from)).sold, (await stockOf(app, to)).sold]).toEqual([0, 1])
})

test('of two simultaneous moves to the last place one gets it', async () => {
  const { eventId, from, to, guest } = await two({ capacity: 1 })
  const second = await anAttendee(app, { eventId, ticketId: from })
  const got = await Promise.all([guest, second].map(({ id }) => move(id, to)))
  expect(got.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect([(await stockOf(app, from)).sold, (await stockOf(app, to)).sold]).toEqual([1, 1])
})

test('of a simultaneous sale and move one gets the last place', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { to, guest } = await two({ capacity: 1 })
    const body = { provider: 'tc', tickets: [{ ticket_id: to, quantity: 1 }] }
    const [cart, moved] = await Promise.all([
      app.tickets('POST', '/cart', { body }),
      move(guest.id, to),
    ])
    expect([cart.status, moved.status].toSorted((a, b) => a - b)).toEqual(
      cart.status === 200 ? [200, 409] : [201, 409],
    )
  }
})

test.each([
  ['one of another event', async () => (await ticketOnSale(app)).id],
  ['none at all', async () => 900_000_000],
  [
    'an invitation',
    async (eventId: number) => (await ticketOnSale(app, { eventId, provider: 'rsvp' })).id,
  ],
] as const)('a move to a ticket that is %s is refused', async (_, ticket) => {
  const { eventId, from, guest } = await two()
  const { status, json } = await move(guest.id, await ticket(eventId))
  expect([status, json.code]).toEqual([409, 'attendee-move-not-allowed'])
  expect((await row(guest.id)).ticket_id).toBe(from)
})

test('a bought ticket cannot be exchanged for a more expensive one', async () => {
  const { from, guest: _, ...place } = await two({ priceMinor: 500 })
  const { json } = await order(app, 'free', await fillCart(app, from))
  const [{ id }] = json.attendees
  const { status, json: refused } = await move(id, place.to)
  expect([status, refused.code]).toEqual([409, 'attendee-move-not-allowed'])
  expect(refused.message).toContain('costs more than was paid')
  const free = await ticketOnSale(app, { eventId: place.eventId })
  expect((await move(id, free.id)).status).toBe(201)
})

test('an attendee who declined is moved without a place, and takes one by accepting', async () => {
  const eventId = await eventOnSale(app)
  const from = await ticketOnSale(app, { eventId, provider: 'rsvp' })
  const to = await ticketOnSale(app, { eventId, provider: 'rsvp', capacity: 1 })
  const draft = { eventId, ticketId: from.id, going: false, orderStatus: 'no', poolId: null }
  const { id } = await anAttendee(app, draft)
  expect((await move(id, to.id)).status).toBe(201)
  expect((await stockOf(app, to.id)).sold).toBe(0)
  expect((await move(id, from.id, { attendee_status: 'yes' })).status).toBe(201)
  expect([(await stockOf(app, from.id)).sold, (await stockOf(app, to.id)).sold]).toEqual([1, 0])
})
