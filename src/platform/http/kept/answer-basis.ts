import type { Instant } from '../../../core/time.ts'

/**
 * A route declares with this what its answer is made of. A declaration that is left out costs time and is never
 * wrong: without `only` the answer ends with any write to a kind of record, and without `until` with the current
 * second.
 */
export type Basis = {
  /** Of this kind, the answer depends only on these records. May be called several times. */
  only(kind: string, ids: Iterable<number | null>): void
  /** The answer depends on all records of this kind, whatever else is declared. */
  any(kind: string): void
  /** The answer stays the same until this instant if nothing is written; null: for ever. The earliest one counts. */
  until(instant: Instant | null): void
  /** The answer may change with every second. */
  momentary(): void
}

/** What was declared about an answer. */
export type ToldBasis = {
  /** By kind, the ids of the records that the answer depends on. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<number> | 'all'>
  /**
   * The time in milliseconds at which the answer changes by itself, infinity for never; undefined when it was not
   * declared.
   */
  readonly until: number | undefined
}

/** A basis for an answer made from these kinds of record. */
export function createBasis(kinds: readonly string[]): Basis & { told(): ToldBasis } {
  const narrowed = new Map<string, Set<number>>()
  const whole = new Set<string>()
  let ends: number | undefined
  let isMomentary = false
  return {
    only: (kind, ids) => {
      const before = narrowed.get(kind) ?? new Set<number>()
      for (const id of ids) if (id !== null) before.add(id)
      narrowed.set(kind, before)
    },
    any: kind => {
      whole.add(kind)
    },
    until: instant => {
      ends = Math.min(
        ends ?? Number.POSITIVE_INFINITY,
        instant?.getTime() ?? Number.POSITIVE_INFINITY,
      )
    },
    momentary: () => {
      isMomentary = true
    },
    told: () => ({
      kinds: new Map(
        kinds.map(kind => [kind, whole.has(kind) ? 'all' : (narrowed.get(kind) ?? 'all')]),
      ),
      until: isMomentary ? undefined : ends,
    }),
  }
}

/** For answers that are not kept. */
export const noBasis: Basis = {
  only: () => {},
  any: () => {},
  until: () => {},
  momentary: () => {},
}
