import { afterEach, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { attendeesOfOrders } from '../../../src/ticketing/attendees/lookup.ts'
import { type AttendeeDraft, registerAttendees } from '../../../src/ticketing/attendees/register.ts'
import {
  returnAttendees,
  returnAttendeesOfLines,
  returnAttendeesOfOrder,
} from '../../../src/ticketing/attendees/return-attendees.ts'
import { setOrderStatus } from '../../../src/ticketing/attendees/set-order-status.ts'
import { takeUnits } from '../../../src/ticketing/inventory/take-units.ts'
import { demandTrueCounts } from '../../support/attending.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const { db } = await startApp()
let orders = 900_000

/** So many places of a ticket with `capacity` places, sold to one order of one line. */
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

test('a batch answers in the order of its drafts, each with a secret of its own', async () => {
  const { ticketId, attendees, orderId } = await sold(3)
  expect(attendees.map(({ title }) => title)).toEqual(['Guest 0', 'Guest 1', 'Guest 2'])
  expect(new Set(attendees.map(({ security_code }) => security_code)).size).toBe(3)
  for (const { security_code } of attendees) expect(security_code).toMatch(/^[\w-]{24}$/)
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 3, sold: 3 })
  expect(await attendeesOfOrders(db, [orderId])).toEqual(attendees)
})

test('each place is given back once, however often it is asked for', async () => {
  const { ticketId, attendees, orderId } = await sold(3)
  const [first] = attendees
  const leave = () =>
    transaction(db, tx => returnAttendees(tx, [first!.id], { orderStatus: 'refunded' }))
  expect([await leave(), await leave()]).toEqual([[first!.id], []])
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 2, sold: 2 })
  const rest = () =>
    transaction(db, tx => returnAttendeesOfOrder(tx, orderId, { orderStatus: 'refunded' }))
  expect([(await rest()).length, (await rest()).length]).toEqual([2, 0])
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 0, sold: 0 })
})

test('refunding part of a line ends the latest of it', async () => {
  const { ticketId, attendees, orderId } = await sold(3)
  const ended = await transaction(db, tx =>
    returnAttendeesOfLines(tx, orderId, [{ lineId: 1, quantity: 2 }]),
  )
  expect(ended).toEqual([attendees[2]!.id, attendees[1]!.id])
  expect(await counts(ticketId)).toMatchObject({ attendees_count: 1, sold: 1 })
})

test('answers to an invitation are counted apart, and keep their status when the order moves', async () => {
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
