import { toInstant } from '../../core/time.ts'
import { boundsOfDays, daysApart, shiftDay, shiftMonth } from './rules.ts'

/** Which events a day of the calendar shows: those that run on it in local time of their own zones. */
export const dayInCalendar = (day: string, zone: string) => between(day, day, zone)

/** Which events a month of the calendar shows. */
export const monthInCalendar = (month: string, zone: string) =>
  between(`${month}-01`, shiftDay(`${shiftMonth(month, 1)}-01`, -1), zone)

function between(first: string, last: string, zone: string) {
  const startOf = (day: string) => toInstant(`${day} 00:00:00`, zone)
  return {
    window: {
      from: startOf(shiftDay(first, -daysApart)),
      to: startOf(shiftDay(last, 1 + daysApart)),
    },
    local: boundsOfDays(first, last),
  }
}
