/** A whole number in an address; undefined for anything else, and for less than `least`. */
export const whole = (value: unknown, least = 1) =>
  Number.isSafeInteger(Number(value)) && Number(value) >= least ? Number(value) : undefined

/** One of some words; undefined for any other. */
export const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find(one => one === value)
