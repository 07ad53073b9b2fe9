import type { CompiledQuery } from 'kysely'

/** Of statements that say so, the records that the rows belong to which they write (touching.ts). */
const touched = new WeakMap<CompiledQuery, readonly number[]>()

/** Notes with a statement which records its rows belong to. */
export function noteTouched(query: CompiledQuery, ids: readonly number[]): void {
  touched.set(query, ids)
}

/** The ids that were noted with a statement; undefined when none were. */
export const touchedBy = (query: CompiledQuery): readonly number[] | undefined => touched.get(query)
