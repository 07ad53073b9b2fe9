const dayMs = 86_400_000

/** Orders whose last event ended before this moment are emptied. */
export const emptiedBefore = (now: Date, days: number): Date =>
  new Date(now.getTime() - days * dayMs)
