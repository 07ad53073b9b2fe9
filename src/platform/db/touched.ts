import type { CompiledQuery } from 'kysely'

/** For statements that name them: the ids of the records whose rows they write (touching.ts). */
const touched = new WeakMap<CompiledQuery, readonly number[]>()

/** Attaches to a statement the ids of the records whose rows it writes. */
export function noteTouched(query: CompiledQuery, ids: readonly number[]): void {
  touched.set(query, ids)
}

/** The ids attached to a statement; undefined when there are none. */
export const touchedBy = (query: CompiledQuery): readonly number[] | undefined => touched.get(query)
