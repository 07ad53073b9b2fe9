import type { Tx } from '../../platform/db/database.ts'
import { lockWithShared } from '../inventory/settle-stock.ts'
import { countValid } from './store.counts.ts'

/**
 * The number of an event's valid tickets, and of their orders; declined invitations are not counted. When the
 * result is zero, it first waits for running sales and blocks new ones until the transaction ends, so the
 * zero stays true (docs/decisions/0020). The caller has locked the event.
 */
export async function ticketsOut(tx: Tx, eventId: number) {
  const before = await countValid(tx, eventId)
  if (before.tickets > 0) return before
  await lockWithShared(tx, { eventIds: [eventId] })
  return countValid(tx, eventId)
}
