import type { TObject } from 'typebox'
import type { ErrorCode } from '../../core/errors.ts'
import type { Instant, LocalDateTime } from '../../core/time.ts'

/**
 * Venues and organizers are one thing with different fields: records with a name, an author, a status and a slug that
 * events are linked to. What they share lives in this folder; a `Kind` says where one differs from the other.
 */
export type Kind = {
  /** Also what the wire calls the record's name. */
  readonly name: 'venue' | 'organizer'
  /** The path, the member of a list and the table. */
  readonly plural: 'venues' | 'organizers'
  /** Texts that clients write under the column's name and that a search looks into, beside name and description. */
  readonly texts: readonly (keyof Texts)[]
  /** Further columns a view needs. */
  readonly columns: readonly (keyof VenueColumns)[]
  /** The parameters of creating, those of changing, and the answer. */
  readonly draft: TObject
  readonly changes: TObject
  /** The data of one inside an event. */
  readonly nested: TObject
  readonly view: TObject
  readonly errors: {
    readonly notAccessible: ErrorCode
    readonly inTrash: ErrorCode
    readonly pageNotFound: ErrorCode
    readonly couldNotCreate: ErrorCode
  }
  /** Where its page is: `<publicRoot>/<page>/<slug>/`. */
  readonly page: string
  /** The columns only this kind has, from what was sent; `before` is undefined for a new record. */
  readonly ownColumns: (sent: Draft, before: LinkedRow | undefined) => OwnColumns
  /** The members of the answer only this kind has. */
  readonly ownMembers: (row: LinkedRow) => Record<string, unknown>
  /** What search engines read; on single reads of published records. */
  readonly jsonLd: (shown: Shown) => Record<string, unknown>
}

/** Sent columns decide whether a record is a duplicate, derived ones do not. */
export type OwnColumns = { sent: Partial<VenueColumns>; derived: Partial<Texts> }

/** A row with the addresses it is shown at. */
export type Shown = { row: LinkedRow; url: string; image?: string }

/** The parameters of both kinds as they were sent; what is absent was not sent. */
export type Draft = Readonly<Partial<Record<keyof Texts, string>>> & {
  readonly name?: string
  readonly author?: number
  readonly date?: string
  readonly date_utc?: string
  readonly description?: string
  readonly status?: string
  readonly slug?: string
  /** An id, an address, or `""` for none. */
  readonly image?: string
  readonly show_map?: string | boolean
  readonly show_map_link?: string | boolean
  /** Degrees as a number or as text, or `""` for none. */
  readonly geo_lat?: number | string
  readonly geo_lng?: number | string
}

export type Texts = {
  address: string
  city: string
  country: string
  province: string
  state: string
  stateprovince: string
  zip: string
  phone: string
  website: string
  email: string
}

export type VenueColumns = {
  show_map: boolean
  show_map_link: boolean
  geo_lat: number | null
  geo_lng: number | null
}

/** A row of either table; columns the kind has not are absent. */
export type LinkedRow = {
  id: number
  author_id: number | null
  status: string
  name: string
  slug: string
  description: string
  image_id: number | null
  published_local: LocalDateTime | null
  published_at: Instant | null
  updated_at: Instant
} & Partial<Texts> &
  Partial<VenueColumns>
