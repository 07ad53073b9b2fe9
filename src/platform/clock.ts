/** The source of the time of day. Tests pass in a clock that stands still. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
