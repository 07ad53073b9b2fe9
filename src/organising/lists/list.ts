import type { Caller, Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import type { ListRequest, ListShape } from './declaration.ts'
import type { Sight } from './filters.ts'
import type { Source } from './store.ts'
import type { AnswersOfRows } from './store.answered.ts'

/** What a row shows in a column; undefined where the reader may not see it. */
export type Value = string | number | null | undefined

export type Row = Readonly<Record<string, Value>>

export type Reader = { readonly caller: Caller; readonly reach: Reach }

/** A list: how its address is read (`shape`), what it is read from, and what its rows show. */
export type List = {
  readonly shape: ListShape
  source(request: ListRequest, sight: Sight, currency: string): Source
  /** The rows with these ids, in their order, with every column that the reader may see; a constant number of statements. */
  rows(db: Db, ids: readonly number[], reader: Reader): Promise<Row[]>
  /** What a list of one event has of the questions of that event (contract.md 29.11). */
  readonly answers?: AnswersOfRows
  /** Brings in what is not listed yet, where rows follow from others, and returns up to when the list is whole. */
  upTo?(deps: Pick<Deps, 'db' | 'clock'>): Promise<Date>
}
