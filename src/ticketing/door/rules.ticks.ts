import { clamp, toInstant, toLocal } from '../../core/local-time.ts'

type Evening = { readonly starts_at: Date; readonly ends_at: Date; readonly timezone: string }

const dayMs = 24 * 60 * 60_000

/**
 * The moment that is meant by an hour and minute on a printed list, such as 19:30 or 00:30: the one that is over and nearest to the
 * event, and of several during the event the last.
 */
export function momentOfTick(time: string, { event, now }: { event: Evening; now: Date }): Date {
  const { starts_at: start, ends_at: end, timezone } = event
  const moments = [start, end, now].flatMap(at =>
    [-1, 0, 1].map(days => {
      const day = toLocal(new Date(clamp(at.getTime() + days * dayMs)), timezone).slice(0, 10)
      return toInstant(`${day} ${time}:00`, timezone)
    }),
  )
  const past = moments.filter(moment => moment <= now)
  const away = (moment: Date) =>
    Math.max(0, start.getTime() - moment.getTime(), moment.getTime() - end.getTime())
  const [nearest] = (past.length > 0 ? past : moments).toSorted(
    (one, other) => away(one) - away(other) || other.getTime() - one.getTime(),
  )
  return nearest ?? start
}
