/** What is known of writes of other processes to the same database. */
export type News = {
  /**
   * Names the time since when every write of every other process has been heard, within a second; undefined while some
   * may be missed. A value that was returned before and is no longer returned never comes back.
   */
  heardSince(): number | undefined
  /** Calls back when writes may have been missed: whatever is known until now may be outdated. */
  listen(forget: () => void): void
}

/** Nobody else writes: the embedded database belongs to one process. */
export const nobodyElse: News = { heardSince: () => 0, listen: () => {} }

/** Others may write, and nothing is heard of it. */
export const nothingHeard: News = { heardSince: () => undefined, listen: () => {} }
