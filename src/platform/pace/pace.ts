import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createUtilization } from './utilization.ts'
import { nextShare, restAfter } from './rules.ts'

/** Holds back work that no buyer waits for, such as mails, while the sale needs the processor. */
export type Pace = {
  /** Runs the work after a rest. Without a sale there is no rest; during a sale every rest is at most a second. */
  turn<T>(work: () => Promise<T>): Promise<T>
  /** Ends all rests: the service stops, and what is not begun is left to another process. */
  close(): void
  isClosed(): boolean
}

const lookAgainMs = 25

/**
 * `isSelling` tells whether buyers wait, or came just now; `utilization` how much of the processor is in use, from 0
 * to 1.
 */
export function createPace(isSelling: () => boolean, utilization = createUtilization()): Pace {
  let share = 1
  let restUntil = 0
  let tookMs = 0
  const life = { isClosed: false }

  async function rest() {
    while (isSelling() && !life.isClosed) {
      const now = performance.now()
      const left = restUntil - now
      if (left <= 0) {
        // The next worker rests from now on. Otherwise all that waited would begin together.
        restUntil = now + restAfter(tookMs, share)
        return
      }
      await wait(Math.min(left, lookAgainMs))
    }
    restUntil = 0
  }

  return {
    turn: async work => {
      await rest()
      const began = performance.now()
      try {
        return await work()
      } finally {
        const now = performance.now()
        const seen = utilization.sample(now)
        if (seen !== undefined) share = nextShare(share, seen)
        tookMs = now - began
        restUntil = Math.max(restUntil, now + restAfter(tookMs, share))
      }
    },
    close: () => {
      life.isClosed = true
    },
    isClosed: () => life.isClosed,
  }
}
