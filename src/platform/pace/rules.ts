/** Above this share of the processor that is in use, work behind the sale becomes less; below it, more. */
const fullAt = 0.7
export const shareLeast = 0.04
const restLongestMs = 1000

/** The share of time for work behind the sale: halved while the processor is full, and raised step by step after. */
export function nextShare(share: number, utilization: number): number {
  return utilization > fullAt ? Math.max(shareLeast, share / 2) : Math.min(1, share * 1.5)
}

/** The rest in milliseconds after work of `ms`, so that work takes this share of the time; at most a second. */
export const restAfter = (ms: number, share: number): number =>
  Math.min(restLongestMs, ms * (1 / share - 1))
