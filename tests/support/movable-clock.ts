import type { Clock } from '../../src/platform/clock.ts'

export type MovableClock = Clock & { set(moment: Date): void; advance(seconds: number): void }

/** A clock that stands still until a test moves it. */
export function movableClock(start: Date): MovableClock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    set: moment => {
      current = moment.getTime()
    },
    advance: seconds => {
      current += seconds * 1000
    },
  }
}
