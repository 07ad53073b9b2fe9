/** A day as the interface writes it, `YYYY-MM-DD`. */
type Day = string

/** Today on the clock of `zone`. */
export function todayIn(zone: string, now = new Date()): Day {
  // Sweden writes days as the interface does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)
}

/** The day `count` days after another; before it, where `count` is negative. */
export function daysAfter(day: Day, count: number): Day {
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** The last `count` days, the last of them `until`. */
export const daysUntil = (until: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, back) => daysAfter(until, back - count + 1))
