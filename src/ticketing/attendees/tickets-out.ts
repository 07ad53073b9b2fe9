import type { Tx } from '../../platform/db/database.ts'
import { lockWithShared } from '../inventory/settle-stock.ts'
import { countValid } from './store.counts.ts'

/**
 * How many valid tickets an event has, and of how many orders they are; an invitation that was declined is none. When
 * there are none it waits for sales that have their places, and has later ones wait until the transaction ends: what it
 * answers then stays true as long (docs/decisions/0020). The event is locked already.
 */
export async function ticketsOut(tx: Tx, eventId: number) {
  const before = await countValid(tx, eventId)
  if (before.tickets > 0) return before
  await lockWithShared(tx, { eventIds: [eventId] })
  return countValid(tx, eventId)
}
