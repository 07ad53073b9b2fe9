import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boundsOfDays,
  daysWithin,
  isDay,
  isMonth,
  shiftDay,
  shiftMonth,
  weekendFrom,
  weeksOf,
} from './rules.ts'

test('only days and months that the calendar shows have pages', () => {
  for (const day of ['2026-12-05', '2028-02-29', '1970-01-01', '2100-12-31']) {
    expect([day, isDay(day)]).toEqual([day, true])
  }
  for (const day of ['2026-02-30', '2027-02-29', '1969-12-31', '2101-01-01', '2026-1-1', 'x', '']) {
    expect([day, isDay(day)]).toEqual([day, false])
  }
  expect([isMonth('2026-12'), isMonth('2026-13'), isMonth('2026-00'), isMonth(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a month is shown as whole weeks from their first day on, each of its days once', () => {
  const months = fc.integer({ min: 0, max: 130 * 12 }).map(count => shiftMonth('1970-01', count))
  const weekdays = { sunday: 0, monday: 1, saturday: 6 } as const
  const begins = fc.constantFrom('sunday', 'monday', 'saturday')
  fc.assert(
    fc.property(months, begins, (month, begin) => {
      const weeks = weeksOf(month, begin)
      const days = weeks.flat()
      expect(weeks.every(week => week.length === 7)).toBe(true)
      expect(weeks.every(week => week.some(day => day.startsWith(month)))).toBe(true)
      expect(
        days.every((day, index) => index === 0 || day === shiftDay(days[index - 1] ?? '', 1)),
      ).toBe(true)
      expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(weekdays[begin])
      const own = days.filter(day => day.startsWith(month))
      expect(own[0]).toBe(`${month}-01`)
      expect(shiftDay(own.at(-1) ?? '', 1)).toBe(`${shiftMonth(month, 1)}-01`)
    }),
  )
})

test('a weekend is Friday to Sunday, or what is left of it', () => {
  expect(weekendFrom('2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(weekendFrom('2026-11-23')).toEqual({ from: '2026-11-27', to: '2026-11-29' })
  expect(weekendFrom('2026-11-28')).toEqual({ from: '2026-11-28', to: '2026-11-29' })
})

test('an event is shown on every day on which it runs, and its hours after midnight on the day before', () => {
  const december = { first: '2026-12-01', last: '2026-12-31' }
  const shown = (start_local: string, end_local: string, days = december) =>
    daysWithin(days, { start_local, end_local })
  expect(shown('2026-12-05 19:30:00', '2026-12-05 22:00:00')).toEqual(['2026-12-05'])
  expect(shown('2026-12-05 22:00:00', '2026-12-06 04:00:00')).toEqual(['2026-12-05'])
  expect(shown('2026-12-05 00:00:00', '2026-12-07 23:59:59')).toEqual([
    '2026-12-05',
    '2026-12-06',
    '2026-12-07',
  ])
  expect(shown('2026-12-05 03:00:00', '2026-12-05 04:00:00')).toEqual(['2026-12-05'])
  expect(shown('2012-01-01 00:00:00', '2032-12-31 23:59:59')).toHaveLength(31)
  expect(shown('2026-11-01 10:00:00', '2026-12-02 04:00:00')).toEqual(['2026-12-01'])
  expect(shown('2027-01-01 10:00:00', '2027-01-02 10:00:00')).toEqual([])
})

test('the bounds of a day find the events that are shown on it, and no others', () => {
  const day = fc
    .integer({ min: 1, max: 28 })
    .map(number => `2026-02-${String(number).padStart(2, '0')}`)
  const clock = fc.constantFrom(
    '00:00:00',
    '04:59:59',
    '05:00:00',
    '05:00:01',
    '19:30:00',
    '23:59:59',
  )
  const moment = fc.tuple(day, clock).map(parts => parts.join(' '))
  fc.assert(
    fc.property(moment, moment, day, (one, other, wanted) => {
      const [start = '', end = ''] = [one, other].sort()
      const { startsBefore, startsFrom, endsAfter } = boundsOfDays(wanted, wanted)
      const isFound = start < startsBefore && (start >= startsFrom || end > endsAfter)
      const shown = daysWithin(
        { first: wanted, last: wanted },
        { start_local: start, end_local: end },
      )
      expect(isFound).toBe(shown.length === 1)
    }),
  )
})
