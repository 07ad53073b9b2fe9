/** Above this share of the processor that is in use, work behind the sale becomes less; below it, more. */
const fullAt = 0.7
export const shareLeast = 0.04

/** The longest rests in milliseconds of work that has waited long: what waits for minutes must not starve. */
const longestRests = [
  { waitedMs: 120_000, restMs: 0 },
  { waitedMs: 30_000, restMs: 100 },
]

/** The share of time for work behind the sale: halved while the processor is full, and raised step by step after. */
export function nextShare(share: number, utilization: number): number {
  return utilization > fullAt ? Math.max(shareLeast, share / 2) : Math.min(1, share * 1.5)
}

/**
 * The rest in milliseconds after work of `ms`, so that work takes this share of the time: at most `mostMs`, and less
 * for work that has waited half a minute already.
 */
export function restAfter(
  ms: number,
  { share, waitedMs, mostMs }: { share: number; waitedMs: number; mostMs: number },
): number {
  const longest = longestRests.find(step => waitedMs >= step.waitedMs)?.restMs ?? mostMs
  return Math.min(longest, ms * (1 / share - 1))
}
