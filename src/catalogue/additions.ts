import type { Instant } from '../core/time.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Offer } from './events/json-ld.ts'

export type Attendance = { total_attendees: number; checked_in: number; not_checked_in: number }

/** How many valid tickets an event has, and of how many orders they are. */
export type TicketsOut = { tickets: number; orders: number }

/** What areas to the right add to events, and do when one changes; app.ts brings them together. */
export type CatalogueAdditions = {
  attendance(db: Db, eventIds: readonly number[]): Promise<Map<number, Attendance>>
  /** What its tickets cost now, and whether there are any left. */
  offers(db: Db, eventId: number, now: Instant): Promise<Offer[]>
  /** Called in the transaction that gives an event another zone: what goes by the zone follows. */
  onNewZone(tx: Tx, event: { id: number; timezone: string }): Promise<unknown>
  /** Called in the transaction that hides an event: takes the locks behind which the answer stays true. */
  ticketsOut(tx: Tx, eventId: number): Promise<TicketsOut>
}
