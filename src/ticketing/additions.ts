import type { Db, Tx } from '../platform/db/database.ts'
import type { Reading } from '../platform/db/together.ts'

/**
 * What areas to the right, and attendees, add to tickets; namespaces.ts passes it in. What they read is read in the
 * statement of the tickets' stock.
 */
export type TicketingAdditions = {
  /** The `fees` member, for managers. */
  fees(db: Db, ticketIds: readonly number[]): Reading<ReadonlyMap<number, unknown>>
  /** The `attendees` member, for managers: at most `limit` of each ticket; one more statement when they changed. */
  attendees(
    db: Db,
    ticketIds: readonly number[],
    limit: number,
  ): Reading<Promise<ReadonlyMap<number, unknown[]>>>
  /** Called in the transaction that saves a ticket: makes these its selected fees and skips unknown ids. */
  selectFees(tx: Tx, ticketId: number, feeIds: readonly number[]): Promise<unknown>
}
