import type { LocalDateTime } from '../../core/time.ts'

/** The kinds of records that an import writes, in the order in which it writes them. */
export const kinds = [
  'term',
  'user',
  'image',
  'venue',
  'organizer',
  'fee',
  'coupon',
  'event',
  'ticket',
  'order',
  'attendee',
] as const

export type ImportedKind = (typeof kinds)[number]

/** The kinds whose ids come from the one sequence of records. */
export const recordKinds: readonly ImportedKind[] = [
  'image',
  'venue',
  'organizer',
  'event',
  'ticket',
  'order',
  'attendee',
]

/** A row of a table by the names of its columns, ready for JSON. */
export type Row = Readonly<Record<string, unknown>>

/**
 * A record of the source as ours. `row` has the columns of its own table but for the id; `parts` what belongs to it in other
 * tables, in the shapes that `write-parts.ts` reads. Both are without anything that differs from run to run.
 */
export type Imported = {
  readonly kind: ImportedKind
  readonly oldId: number
  readonly row: Row
  readonly parts: Row
  /** What of the record has no place here, or came in another form, in sentences. */
  readonly losses: readonly string[]
}

/** What a rule answers for a record that has no place here at all. */
export type NotImported = {
  readonly kind: ImportedKind
  readonly oldId: number
  readonly reason: string
}

/** The ids of ours for those of the source; null for what did not come. */
export type Ids = {
  readonly record: (oldId: number) => number
  readonly user: (oldId: number) => number | null
  readonly term: (oldId: number) => number | null
  readonly fee: (oldId: number) => number | null
  readonly coupon: (oldId: number) => number | null
}

export type TicketFacts = {
  readonly eventId: number
  readonly name: string
  readonly priceMinor: number
  readonly provider: 'tc' | 'rsvp'
  readonly mode: 'own' | 'capped' | 'global' | 'unlimited'
}

export type EventFacts = {
  readonly zone: string
  /** The places that its tickets share; undefined when they share none, null when there is no limit. */
  readonly pool: number | null | undefined
  /** Whether nobody is shown who comes. */
  readonly hidesAttendees: boolean
}

export type OrderFacts = {
  readonly status: string
  readonly purchaserName: string
  readonly purchaserEmail: string
  readonly currency: string
  /** The old id of the account that bought; 0 for a guest. */
  readonly oldUserId: number
}

/** Places of a ticket type that are taken, and when the last one was. */
export type TakenPlaces = { readonly places: number; readonly last: LocalDateTime }

/** What rules know of the rest of the source. Ids in it are the old ones. */
export type ImportContext = {
  /** The zone of times without one. */
  readonly zone: string
  readonly currency: string
  /** The host of the old site's address, for calendars. */
  readonly host: string
  readonly ids: Ids
  readonly came: Readonly<Record<'image' | 'venue' | 'organizer', ReadonlySet<number>>>
  readonly events: ReadonlyMap<number, EventFacts>
  readonly tickets: ReadonlyMap<number, TicketFacts>
  /** Names of ticket types that are gone, from their attendees. */
  readonly removedNames: ReadonlyMap<number, string>
  readonly orders: ReadonlyMap<number, OrderFacts>
  readonly taken: ReadonlyMap<number, TakenPlaces>
  /** Places taken by the ticket types of an event that share its places. */
  readonly sharedTaken: ReadonlyMap<number, number>
  /** How many valid attendees an order has, by ticket type. */
  readonly holders: ReadonlyMap<number, ReadonlyMap<number, number>>
  readonly feesOf: ReadonlyMap<number, readonly number[]>
}
