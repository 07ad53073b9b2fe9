import type { Clock } from '../clock.ts'

/** Counts by name, each for a while from its first one. */
export type Counter = {
  count(name: string): number
  add(name: string): void
  forget(name: string): void
  /** Until the count begins anew; at least 1. */
  secondsLeft(name: string): number
}

const quarterOfAnHour = 15 * 60
const namesMost = 50_000

/** The names that were used longest ago go first, so that an attacker with many names cannot fill the memory. */
export function createCounter(clock: Clock, { windowSeconds = quarterOfAnHour } = {}): Counter {
  const counts = new Map<string, { count: number; until: number }>()
  const now = () => clock.now().getTime() / 1000
  const current = (name: string) => {
    const entry = counts.get(name)
    return entry && entry.until > now() ? entry : undefined
  }
  return {
    count: name => current(name)?.count ?? 0,
    add(name) {
      const { count, until } = current(name) ?? { count: 0, until: now() + windowSeconds }
      counts.delete(name)
      counts.set(name, { count: count + 1, until })
      while (counts.size > namesMost) counts.delete(counts.keys().next().value ?? '')
    },
    forget: name => void counts.delete(name),
    secondsLeft: name => Math.max(1, Math.ceil((current(name)?.until ?? 0) - now())),
  }
}
