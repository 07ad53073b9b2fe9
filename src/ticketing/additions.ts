import type { Db, Tx } from '../platform/db/database.ts'

/** What areas to the right, and attendees, add to tickets; app.ts passes it in. */
export type TicketingAdditions = {
  /** The `fees` member, for managers; one or two statements for a whole page of tickets. */
  fees(db: Db, ticketIds: readonly number[]): Promise<ReadonlyMap<number, unknown>>
  /** The `attendees` member, for managers: at most `limit` of each ticket, one or two statements for a whole page. */
  attendees(
    db: Db,
    ticketIds: readonly number[],
    limit: number,
  ): Promise<ReadonlyMap<number, readonly unknown[]>>
  /** Called in the transaction that saves a ticket: makes these its selected fees and skips unknown ids. */
  selectFees(tx: Tx, ticketId: number, feeIds: readonly number[]): Promise<unknown>
}
