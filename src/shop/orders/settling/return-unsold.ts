import { fail } from '../../../core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { returnAttendeesOfLines } from '../../../ticketing/attendees/return-attendees.ts'
import { validPlaces } from '../../../ticketing/attendees/lookup.valid.ts'
import { failOrder, lockForReturn, note } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { hasAttendees } from '../record/rules.ts'
import { lockOrder } from '../record/store.ts'
import { shortenLines } from '../record/store.shorten.ts'
import { planOf } from './plan-refund.ts'
import { settleFreeRefund } from './settle-refunds.ts'

type Unsold = { orderId: number; ticketId: number; attendeeIds: readonly number[] }

/**
 * Takes places of one ticket back that nobody bought of whoever was to sell them: they are free, and what they cost is owed no more.
 * Of an order that waits for its payment, or that costs nothing; fails with `batch-is-paid` for any other, and with
 * `refund-not-possible` where a place has ended meanwhile.
 */
export async function returnUnsold(tx: Tx, unsold: Unsold): Promise<void> {
  const order = (await lockOrder(tx, unsold.orderId)) ?? fail('order-not-found')
  if (order.status === 'completed' && order.total_minor === 0) return returnFree(tx, order, unsold)
  if (!hasAttendees(order)) {
    fail('batch-is-paid', { message: `The order is ${order.status}; nothing was done.` })
  }
  await lockForReturn(tx, order)
  const { attendeeIds, ticketId } = unsold
  const valid = await validPlaces(tx, order.id)
  const back = valid.filter(({ id, checked_in: isIn }) => attendeeIds.includes(id) && !isIn)
  if (back.length < attendeeIds.length) fail('refund-not-possible')
  if (back.length === valid.length) {
    return failOrder(tx, order, { to: 'voided', cause: 'unsold', note: 'All places came back.' })
  }
  const lineId = back[0]?.order_line_id ?? 0
  const parts = [{ lineId, quantity: back.length }]
  await returnAttendeesOfLines(tx, order.id, { parts, attendeeIds })
  await shortenLines(tx, order.id, { ticketId, places: back.length })
  await note(tx, order, { text: `${back.length} unsold places came back.`, cause: 'unsold' })
}

async function returnFree(tx: Tx, order: OrderRow, { attendeeIds: ids }: Unsold) {
  const wanted = { kind: 'attendees', ids, fees: 'refund', endsPlaces: true } as const
  const { parts, attendeeIds } = await planOf(tx, order, wanted)
  await settleFreeRefund(tx, order, { parts, attendeeIds })
}
