import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createUtilization } from './utilization.ts'
import { nextShare, restAfter, shareLeast } from './rules.ts'

/** Holds back work that no buyer waits for, such as mails, while the sale needs the processor. */
export type Pace = {
  /**
   * Runs the work after a rest. Without a sale there is no rest; during a sale a rest is shorter for work that has waited
   * long before it was handed in.
   */
  turn<T>(work: () => Promise<T>, waitedMs?: number): Promise<T>
  /** Ends all rests, because the service stops. */
  close(): void
  isClosed(): boolean
}

const lookAgainMs = 25

/** Turns of a kind: milliseconds. */
type Turns = {
  /** The longest rest of work that has not waited long. */
  restMostMs: number
  /** The assumed duration of the first turn, before one was measured. */
  firstTurnMs: number
}

/**
 * `isSelling` tells whether buyers wait, or came just now; `utilization` how much of the processor is in use, from 0
 * to 1.
 */
export function createPace(
  isSelling: () => boolean,
  { restMostMs: mostMs, firstTurnMs }: Turns,
  utilization = createUtilization(),
): Pace {
  let share = shareLeast
  /** The end of the last turn of this sale, or the start of the first rest in it; undefined without a sale. */
  let restsFrom: number | undefined
  let tookMs = firstTurnMs
  const life = { isClosed: false }

  async function rest(waitedMs: number) {
    while (isSelling() && !life.isClosed) {
      const now = performance.now()
      const seen = utilization.sample(now)
      if (seen !== undefined) share = nextShare(share, seen)
      restsFrom ??= now
      if (now >= restsFrom + restAfter(tookMs, { share, waitedMs, mostMs })) {
        // The next worker rests from now on. Otherwise all that waited would begin together.
        restsFrom = now
        return
      }
      await wait(lookAgainMs)
    }
    // How busy the processor will be is not known when the next sale begins.
    share = shareLeast
    restsFrom = undefined
  }

  return {
    turn: async (work, waitedMs = 0) => {
      await rest(waitedMs)
      const began = performance.now()
      try {
        return await work()
      } finally {
        const ended = performance.now()
        tookMs = ended - began
        restsFrom = isSelling() ? ended : undefined
      }
    },
    close: () => {
      life.isClosed = true
    },
    isClosed: () => life.isClosed,
  }
}
