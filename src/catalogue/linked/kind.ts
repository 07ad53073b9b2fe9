import type { TObject } from 'typebox'
import type { ErrorCode } from '../../core/errors.ts'
import type { Instant, LocalDateTime } from '../../core/time.ts'

/**
 * Venues and organizers are one thing with different fields: named records with an author, a status and a
 * slug, to which events are linked. This folder has what they share; a `Kind` describes how one differs from
 * the other.
 */
export type Kind = {
  /** The name of the kind; also the wire's member for the record's name. */
  readonly name: 'venue' | 'organizer'
  /** The path, the member in lists, and the table. */
  readonly plural: 'venues' | 'organizers'
  /** Text columns that clients write under the column's name and that a search covers beside name and description. */
  readonly texts: readonly (keyof Texts)[]
  /** Further columns a view needs. */
  readonly columns: readonly (keyof VenueColumns)[]
  /** The shapes of the bodies for create and change, and of the response. */
  readonly draft: TObject
  readonly changes: TObject
  /** The shape of a record's data inside an event. */
  readonly nested: TObject
  readonly view: TObject
  readonly errors: {
    readonly notAccessible: ErrorCode
    readonly inTrash: ErrorCode
    readonly pageNotFound: ErrorCode
    readonly couldNotCreate: ErrorCode
  }
  /** The path of the record's page: `<publicRoot>/<page>/<slug>/`. */
  readonly page: string
  /** The columns of this kind alone, from the sent members; `before` is undefined for a new record. */
  readonly ownColumns: (draft: Draft, before: LinkedRow | undefined) => OwnColumns
  /** The response's members of this kind alone. */
  readonly ownMembers: (row: LinkedRow) => Record<string, unknown>
  /** The schema.org form for search engines; on single reads of published records. */
  readonly jsonLd: (shown: ShownRecord) => Record<string, unknown>
}

/** The columns that were sent decide whether a record is a duplicate; derived ones do not. */
export type OwnColumns = { fields: Partial<VenueColumns>; derived: Partial<Texts> }

/** A row with the addresses where it is shown. */
export type ShownRecord = { row: LinkedRow; url: string; image?: string }

/** The sent parameters that both kinds share; a member that was not sent is absent. */
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

/** A row of either table; columns that the kind lacks are absent. */
export type LinkedRow = {
  id: number
  author_id: number | null
  status: string
  name: string
  slug: string
  description: string
  description_html: string | null
  image_id: number | null
  published_local: LocalDateTime | null
  published_at: Instant | null
  updated_at: Instant
} & Partial<Texts> &
  Partial<VenueColumns>
