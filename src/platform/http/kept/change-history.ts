import type { WrittenIn } from '../../db/changes.ts'
import type { ToldBasis } from './answer-basis.ts'

/**
 * When records last changed, in ticks that count changes. Tells whether an answer that was begun earlier is outdated
 * already.
 */
export type ChangeHistory = {
  /** The current tick. */
  readonly tick: number
  changed(kind: string, ids: WrittenIn): void
  /** Everything may have changed. */
  changedAll(): void
  /** Whether one of these records has changed after the tick. */
  isOutdated(tick: number, kinds: ToldBasis['kinds']): boolean
}

/** Making an answer takes seconds at most, and fewer changes than this happen meanwhile. */
const recordsMost = 20_000

export function createChangeHistory(): ChangeHistory {
  let tick = 0
  /** Answers begun before this tick count as outdated. */
  let forgotten = -1
  /** The last change of each record of a kind, and the last change that named no record. */
  const any = new Map<string, number>()
  const unnamed = new Map<string, number>()
  const records = new Map<string, number>()
  const later = (map: ReadonlyMap<string, number>, key: string, than: number) =>
    (map.get(key) ?? -1) > than
  return {
    get tick() {
      return tick
    },
    changed: (kind, ids) => {
      tick += 1
      any.set(kind, tick)
      if (ids === 'all') unnamed.set(kind, tick)
      else for (const id of ids) records.set(`${kind} ${id}`, tick)
      if (records.size <= recordsMost) return
      records.clear()
      forgotten = tick
    },
    changedAll: () => {
      tick += 1
      forgotten = tick
      records.clear()
    },
    isOutdated: (begun, kinds) => {
      if (begun < forgotten) return true
      for (const [kind, ids] of kinds) {
        if (ids === 'all' ? later(any, kind, begun) : later(unnamed, kind, begun)) return true
        if (ids === 'all') continue
        for (const id of ids) if (later(records, `${kind} ${id}`, begun)) return true
      }
      return false
    },
  }
}
