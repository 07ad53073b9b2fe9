/** Where the time of day comes from. Tests hand in one that stands still. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
