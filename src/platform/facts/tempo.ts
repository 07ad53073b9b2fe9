import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const factsAtOnce = 200
const factsLeast = 10
const slowMs = 10
const quickMs = 3
const standBackMs = 5000

export type Tempo = ReturnType<typeof createTempo>

/**
 * The size of batches, which grows while they are quick and shrinks when they are slow, and the pauses while buyers
 * wait.
 */
export function createTempo(isBusy: () => boolean) {
  let size = factsAtOnce
  return {
    batch: async <T>(work: (size: number) => Promise<T>): Promise<T> => {
      const began = performance.now()
      while (isBusy() && performance.now() - began < standBackMs) await wait(20)
      const from = performance.now()
      const result = await work(size)
      const ms = performance.now() - from
      if (ms > slowMs) size = Math.max(factsLeast, Math.floor(size / 2))
      else if (ms < quickMs) size = Math.min(factsAtOnce, size * 2)
      return result
    },
  }
}
