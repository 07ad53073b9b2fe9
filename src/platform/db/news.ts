/** What this process knows of other processes' writes to the same database. */
export type News = {
  /**
   * A value that stands for the time since when every write of every other process has been heard within a second;
   * undefined while some may be missed. A value that is no longer returned never comes back.
   */
  heardSince(): number | undefined
  /** Calls back when writes may have been missed, so that everything known until now may be outdated. */
  listen(forget: () => void): void
}

/** Nobody else writes, because the embedded database belongs to one process. */
export const nobodyElse: News = { heardSince: () => 0, listen: () => {} }

/** Others may write, and none of it is heard. */
export const nothingHeard: News = { heardSince: () => undefined, listen: () => {} }
