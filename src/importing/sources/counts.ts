import type { Fate } from './fates.ts'
import type { LeftBehind } from './source-site.ts'

/** A kind of data and its name. */
type Thing = readonly [what: LeftBehind['what'], name: string]

/** Counts what stays behind, by kind and name. */
export function createCounts() {
  const counts = new Map<string, LeftBehind>()
  return {
    /** True when the kind is taken; otherwise it is counted. */
    takes([what, name]: Thing, fate: Fate, rows = 1): boolean {
      if (fate === 'taken') return true
      const key = `${what} ${name}`
      const before = counts.get(key)?.rows ?? 0
      counts.set(key, { what, name, rows: before + rows, why: fate.why })
      return false
    },
    list: (): LeftBehind[] =>
      [...counts.values()].sort((a, b) => (`${a.what} ${a.name}` < `${b.what} ${b.name}` ? -1 : 1)),
  }
}
