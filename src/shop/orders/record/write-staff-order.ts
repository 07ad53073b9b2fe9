import type { Tx } from '../../../platform/db/database.ts'
import { takeRecordIds } from '../../../platform/db/next-ids.ts'
import { record } from '../../../platform/facts/record.ts'
import type { Unit } from '../../../ticketing/inventory/rules.ts'
import { registerAttendees } from '../../../ticketing/attendees/register.ts'
import { type OrderLine, orderLines, type Totals } from '../../pricing/rules.ts'
import { draftAttendees, finishOrders, type OrderAttendee, type SoldLine } from './finish-orders.ts'
import { insertLines, insertOrders, type NewOrder, takeLineIds, updateOrder } from './store.ts'

export type StaffOrder = {
  eventId: number
  totals: Totals
  /** The places, whose stock was taken in this transaction. */
  units: readonly Unit[]
  purchaser: { name: string; email: string }
  locale: string | null
  /** Whether its money has arrived; otherwise it waits for it, and its places are taken meanwhile. */
  isPaid: boolean
  /** Whether its places are let in before. */
  admitsUnpaid?: boolean
  /** For the history, e.g. `desk sale`. */
  cause: string
}

export type WrittenStaffOrder = { id: number; attendees: OrderAttendee[] }

/**
 * Writes an order that staff made, with its places: completed with its total as paid, or open until somebody marks it paid
 * (contract.md 39.4). Has no cart and no provider.
 */
export async function writeStaffOrder(tx: Tx, draft: StaffOrder): Promise<WrittenStaffOrder> {
  const { totals, units, isPaid, cause } = draft
  const lines = orderLines(totals)
  const [id = 0] = await takeRecordIds(tx, 1)
  const lineIds = await takeLineIds(tx, lines.filter(isPlace).length)
  const order = newOrder(id, draft)
  await insertOrders(tx, [order], cause)
  const identified = lines.map(line => ({
    ...line,
    order_id: id,
    ...(isPlace(line) && { id: lineIds.shift() ?? 0 }),
  }))
  await insertLines(tx, identified)
  const sold = { ...order, units, lines: identified.flatMap(soldLine) }
  if (isPaid) {
    const attendees = await finishOrders(tx, [sold], async () => {})
    await updateOrder(tx, id, { paid_minor: totals.totalMinor })
    return { id, attendees }
  }
  const drafts = draftAttendees(sold).map(one =>
    draft.admitsUnpaid ? one : { ...one, orderStatus: 'pending' },
  )
  const attendees = await registerAttendees(tx, drafts)
  await record(tx, 'order.moved', { order_id: id, to: 'pending' })
  return { id, attendees }
}

const isPlace = ({ kind }: Pick<OrderLine, 'kind'>) => kind === 'ticket'

const soldLine = (line: OrderLine & { id?: number }): SoldLine[] =>
  line.kind === 'ticket' && line.ticket_id !== null
    ? [{ ...line, id: line.id ?? 0, ticket_id: line.ticket_id, event_id: line.event_id ?? 0 }]
    : []

const newOrder = (
  id: number,
  { eventId, totals, purchaser, locale, isPaid }: StaffOrder,
): NewOrder => ({
  id,
  cart_id: null,
  event_id: eventId,
  gateway: 'staff',
  gateway_order_id: null,
  status: isPaid ? 'completed' : 'pending',
  currency: totals.currency,
  subtotal_minor: totals.subtotalMinor,
  fees_minor: totals.feesMinor + Math.max(totals.roundingMinor, 0),
  discount_minor: totals.discountMinor + Math.max(-totals.roundingMinor, 0),
  total_minor: totals.totalMinor,
  coupon_id: null,
  coupon_use: 'none',
  stock: 'taken',
  purchaser_name: purchaser.name,
  purchaser_email: purchaser.email,
  user_id: null,
  locale,
})
