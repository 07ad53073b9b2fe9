import { toInstant } from '../../core/time.ts'
import { boundsOfDays, type Days, daysApart, shiftDay, shiftMonth } from './rules.ts'

/** Which events a day of the calendar shows: those that run on it in local time of their own zones. */
export const dayInCalendar = (day: string, zone: string) =>
  runningOn({ first: day, last: day }, zone)

export const daysOfMonth = (month: string): Days => ({
  first: `${month}-01`,
  last: shiftDay(`${shiftMonth(month, 1)}-01`, -1),
})

/** Which events a month of the calendar shows. */
export const monthInCalendar = (month: string, zone: string) => runningOn(daysOfMonth(month), zone)

/** The events that run on one of these days, each by the clock of its own zone (contract.md 24.5). */
export function runningOn({ first, last }: Days, zone: string) {
  const startOf = (day: string) => toInstant(`${day} 00:00:00`, zone)
  return {
    window: {
      from: startOf(shiftDay(first, -daysApart)),
      to: startOf(shiftDay(last, 1 + daysApart)),
    },
    local: boundsOfDays(first, last),
  }
}
