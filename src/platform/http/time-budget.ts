import type { Clock } from '../clock.ts'

/** Time that each name may use, so much a minute. */
export type TimeBudget = {
  spend(name: string, ms: number): void
  /** Whole seconds until the name may use more; 0 when it may now. */
  secondsUntilMore(name: string): number
}

const namesMost = 50_000
/** What is not used is kept for a third of a minute, so that a burst passes. */
const keptShare = 1 / 3

/** `secondsPerMinute` for each name. The names that were used longest ago are forgotten first. */
export function createTimeBudget(clock: Clock, secondsPerMinute: number): TimeBudget {
  const used = new Map<string, { ms: number; at: number }>()
  const perMs = secondsPerMinute / 60
  const most = secondsPerMinute * 1000 * keptShare
  const now = () => clock.now().getTime()
  const usedBy = (name: string) => {
    const { ms, at } = used.get(name) ?? { ms: 0, at: 0 }
    return Math.max(0, ms - Math.max(0, now() - at) * perMs)
  }
  return {
    spend(name, ms) {
      const total = usedBy(name) + ms
      used.delete(name)
      used.set(name, { ms: total, at: now() })
      while (used.size > namesMost) used.delete(used.keys().next().value ?? '')
    },
    secondsUntilMore: name => Math.ceil(Math.max(0, usedBy(name) - most) / perMs / 1000),
  }
}
