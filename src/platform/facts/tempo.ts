import { performance } from 'node:perf_hooks'
import type { Pace } from '../pace/pace.ts'

const factsFirst = 200
const factsLeast = 50
const factsMost = 1000
const slowMs = 40
const quickMs = 15

export type Tempo = ReturnType<typeof createTempo>

/**
 * The size of batches, which grows while they are quick and shrinks when they are slow. During a sale they rest
 * between each other, and so become large: every batch costs a commit that buyers would wait for.
 */
export function createTempo(pace: Pace) {
  let size = factsFirst
  return {
    batch: <T>(work: (size: number) => Promise<T>): Promise<T> =>
      pace.turn(async () => {
        const from = performance.now()
        const result = await work(size)
        const ms = performance.now() - from
        if (ms > slowMs) size = Math.max(factsLeast, Math.floor(size / 2))
        else if (ms < quickMs) size = Math.min(factsMost, size * 2)
        return result
      }),
  }
}
