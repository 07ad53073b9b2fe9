import type { Instant } from '../../core/time.ts'

/**
 * What an answer is made of, told by its route while it makes the answer. What a route leaves out costs time and is never
 * wrong: without `only` the answer ends with any write to a kind of record, without `until` with the current second.
 */
export type Basis = {
  /** Of this kind, the answer depends on these records alone. May be called several times. */
  only(kind: string, ids: Iterable<number | null>): void
  /** On all records of this kind, whatever else is told of it. */
  any(kind: string): void
  /** By the clock alone the answer stays the same until then; null: for ever. The earliest counts. */
  until(instant: Instant | null): void
  /** The answer may change from one second to the next. */
  momentary(): void
}

/** What was told of an answer. */
export type ToldBasis = {
  /** By kind, the records that the answer depends on. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<number> | 'all'>
  /** Milliseconds at which the answer changes by itself, infinity for never; undefined when nobody said. */
  readonly until: number | undefined
}

/** The basis of an answer made from these kinds of record. */
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

/** For answers that nobody keeps. */
export const noBasis: Basis = {
  only: () => {},
  any: () => {},
  until: () => {},
  momentary: () => {},
}
