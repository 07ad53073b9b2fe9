import type { Right } from '../../core/rights.ts'

/** What a column holds. Amounts are decimals in major units, moments ISO 8601 in UTC. */
export type ColumnType = 'id' | 'text' | 'count' | 'amount' | 'moment'

export type Column = {
  readonly type: ColumnType
  readonly about: string
  /** What the caller needs at the event of a row; without it the column is left out. */
  readonly right?: Right
  /** What files call it, where that is not its name. */
  readonly head?: string
}

/**
 * What a filter takes: some of its words; ids; an amount, or its bounds; a day, or moments as bounds; yes or no; whole texts.
 */
export type FilterKind =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'ids' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'moment' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'texts' }

export type Filter = FilterKind & {
  readonly about: string
  /** What the caller needs at every event of the list. */
  readonly right?: Right
}

export type SortKey = {
  readonly about: string
  /** How values of the key are told in a cursor. */
  readonly type: 'moment' | 'number' | 'text'
  readonly right?: Right
}

/** A list as its address is read: what it shows, and what it is narrowed and sorted by (contract.md 29.1). */
export type ListShape = {
  readonly name: string
  /** What the caller needs at an event to see its rows; without it any right of staff will do. */
  readonly right?: Right
  readonly columns: Readonly<Record<string, Column>>
  /** The columns shown where none are named. */
  readonly usual: readonly string[]
  readonly filters: Readonly<Record<string, Filter>>
  readonly sorts: Readonly<Record<string, SortKey>>
  /** As in an address: `-created`. */
  readonly usualSort: string
  /** What `search` looks through, for the documentation. */
  readonly searched: string
  /** Filters to name where a list is too wide, the best first. */
  readonly narrowing: readonly string[]
  /** Of a list that has answers of one event: why it has none as its address stands. */
  readonly answers?: string | undefined
}

export type Bound = 'is' | 'gte' | 'lte'

/** A filter as it was asked for. Moments are instants: `is` a day becomes both bounds. */
export type FilterRequest =
  | { readonly name: string; readonly kind: 'words' | 'texts'; readonly values: readonly string[] }
  | { readonly name: string; readonly kind: 'ids'; readonly values: readonly number[] }
  | { readonly name: string; readonly kind: 'flag'; readonly value: boolean }
  | {
      readonly name: string
      readonly kind: 'amount'
      readonly bound: Bound
      /** Minor units of the currency that is asked for. */
      readonly minor: number
    }
  | {
      readonly name: string
      readonly kind: 'moment'
      /** From this moment on. */
      readonly from?: Date
      /** Before this moment. */
      readonly before?: Date
    }

export type Sort = { readonly by: string; readonly descending: boolean }

/** The row behind which a page begins. */
export type PagePosition = { readonly value: string; readonly id: number }

/** A list as it was asked for. */
export type ListRequest = {
  readonly search: string
  readonly filters: readonly FilterRequest[]
  readonly sort: Sort
  readonly columns: readonly string[]
  /** Whether the columns were named, so that one that the caller may not see is refused. */
  readonly named: boolean
  readonly after: PagePosition | undefined
}

/** Why a list without an event has no answers. */
export const answersOfOneEvent =
  'Answers are those of one event, so they need its id in filter.event.'
