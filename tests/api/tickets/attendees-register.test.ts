import { afterEach, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { attendeesOfOrders } from '../../../src/ticketing/attendees/lookup.ts'
import { type AttendeeDraft, registerAttendees } from '../../../src/ticketing/attendees/register.ts'
import { setOrderStatus } from '../../../src/ticketing/attendees/set-order-status.ts'
import { takeUnits } from '../../../src/ticketing/inventory/take-units.ts'
import { demandTrueCounts } from '../../support/attending.ts'
import { buy, readOrder, refund } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db } = app
let orders = 900_000

/** This many places of a ticket with `capacity` places, sold to one order with one line. */
async function sold(quantity: number, changes: Partial<AttendeeDraft> = {}, capacity = 10) {
  const { id: ticketId, eventId } = await ticketOnSale({ db }, { capacity })
  orders += 1
  const orderId = orders
  const attendees = await transaction(db, async tx => {
    const taken = await takeUnits(tx, [{ ticketId, quantity }])
    if (taken.kind === 'short') throw new Error('short')
    const [unit] = taken.units
    const draft: AttendeeDraft = {
      eventId,
      ticketId,
      ticketName: 'Seat',
      orderId,
      orderLineId: 1,
      orderStatus: 'completed',
      userId: null,
      holderName: 'Ann Example',
      holderEmail: 'ann@example.org',
      purchaserName: 'Ann Example',
      purchaserEmail: 'ann@example.org',
      optedOut: true,
      going: null,
      paidMinor: 0,
      currency: 'USD',
      poolId: unit?.poolId ?? null,
      sharedPoolId: unit?.sharedPoolId ?? null,
      ...changes,
    }
    return registerAttendees(
      tx,
      Array.from({ length: quantity }, (_, n) => ({ ...draft, holderName: `Guest ${n}` })),
    )
  })
  return { ticketId, orderId, attendees }
}

const counts = (ticketId: number) =>
  db
    .selectFrom('tickets')
    .innerJoin('pools', 'pools.id', 'tickets.pool_id')
    .select(['attendees_count', 'checked_in_count', 'going_count', 'not_going_count', 'pools.sold'])
    .where('tickets.id', '=', ticketId)
    .executeTakeFirstOrThrow()

afterEach(() => demandTrueCounts({ db }))

test('a batch returns attendees in the order of its drafts, each with a secret of its own', async () => {
  const { ticketId, attendees, orderId } = await sold(3)
  expect(attendees.map(({ title }) => title)).toEqual(['Guest 0', 'Guest 1', 'Guest 2'])
  expect(new Set(attendees.map(({ security_code }) => security_code)).size).toBe(3)
  for (const { security_code } of attendees) expect(security_code).toMatch(/^[\w-]{24}$/)
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 3, sold: 3 })
  expect(await attendeesOfOrders(db, [orderId])).toMatchObject(attendees)
})

/** This many places of a new ticket, ordered for free. */
async function ordered(quantity: number) {
  const { id: ticketId } = await ticketOnSale(app)
  const bought = await buy(app, ticketId, { quantity })
  const { items } = await readOrder(app, bought.orderId)
  return { ...bought, ticketId, lineId: items[0]?.id ?? 0 }
}

test('each place is given back once, however often that is requested', async () => {
  const { ticketId, orderId, lineId } = await ordered(3)
  await refund(app, orderId, { lines: [{ id: lineId, quantity: 1 }] })
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 2, sold: 2 })
  const path = `/orders/${orderId}/refunds`
  const whole = { as: 'administrator', body: { whole: true } } as const
  const got = await Promise.all([1, 2, 3].map(() => app.tickets('POST', path, whole)))
  expect(got.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409])
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 0, sold: 0 })
})

test('a partial refund of a line ends attendees who are not inside first, the latest before others', async () => {
  const { ticketId, orderId, lineId, attendees } = await ordered(4)
  const [first, second, third, fourth] = attendees.map(({ id }) => id)
  const body = { check_in: true }
  await app.tickets('PATCH', `/attendees/${fourth}`, { as: 'administrator', body })
  const left = async (quantity: number) => {
    const { attendees: valid } = await refund(app, orderId, { lines: [{ id: lineId, quantity }] })
    return valid.map(({ id }) => id)
  }
  expect(await left(1)).toEqual([first, second, fourth])
  expect(await left(2)).toEqual([fourth])
  expect(third).toBeGreaterThan(second!)
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 1, checked_in_count: 1, sold: 1 })
})

test('RSVPs are counted apart, and keep their status when the order moves', async () => {
  const { ticketId, orderId } = await sold(1, { going: true, orderStatus: 'yes' })
  expect(await counts(ticketId)).toMatchObject({ going_count: 1, not_going_count: 0 })
  await transaction(db, tx => setOrderStatus(tx, orderId, 'pending'))
  const row = await db
    .selectFrom('attendees')
    .select('order_status')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(row.order_status).toBe('yes')
})
