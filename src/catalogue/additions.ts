import type { Instant } from '../core/time.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Piece } from '../platform/db/together.ts'
import type { Basis } from '../platform/http/kept/answer-basis.ts'
import type { Offer } from './events/json-ld.ts'

export type Attendance = { total_attendees: number; checked_in: number; not_checked_in: number }

/** The number of an event's valid tickets, and of their orders. */
export type TicketsOut = { tickets: number; orders: number }

export type OfferPieces = { tickets: Piece<never>; stock: Piece<never>; fees: Piece<never> }

/** What areas to the right add to events, and do when an event changes; namespaces.ts passes it in. */
export type CatalogueAdditions = {
  attendance(db: Db, eventIds: readonly number[]): Promise<Map<number, Attendance>>
  /** The present prices of its tickets, fees included, and whether each can be bought: `read` from the rows of `pieces`. */
  offers: {
    pieces(eventId: number): OfferPieces
    read(
      rows: { tickets: readonly never[]; stock: readonly never[]; fees: readonly never[] },
      deps: { now: Instant; basis: Basis; currency: string },
    ): Offer[]
  }
  /** Called in the transaction that changes an event's zone: recalculates what depends on the zone. */
  onNewZone(tx: Tx, event: { id: number; timezone: string }): Promise<unknown>
  /** Called in the transaction that hides an event: counts its tickets under locks that keep the count true. */
  ticketsOut(tx: Tx, eventId: number): Promise<TicketsOut>
}
