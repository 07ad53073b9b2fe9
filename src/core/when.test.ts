import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { parseWhen } from './when.ts'

// A Saturday, 12:45:10 in New York.
const now = new Date('2026-11-21T17:45:10Z')
const zone = 'America/New_York'
const local = (value: unknown) => parseWhen(value, { zone, now })?.local
const instant = (value: unknown) => parseWhen(value, { zone, now })?.instant.toISOString()

describe('a date that is understood', () => {
  test.each([
    ['2026-12-01', '2026-12-01 00:00:00'],
    ['2026-12-01 9:00', '2026-12-01 09:00:00'],
    ['2026-12-01 09:00:30', '2026-12-01 09:00:30'],
    ['2026/12/01', '2026-12-01 00:00:00'],
    ['2026-12-01T09:00', '2026-12-01 09:00:00'],
    ['2026-12-01T09:00:00.123', '2026-12-01 09:00:00'],
    ['2026-12-01T24:00:00', '2026-12-02 00:00:00'],
    ['20261201T090000', '2026-12-01 09:00:00'],
    ['2026-W48', '2026-11-23 00:00:00'],
    ['2026W485T19:00', '2026-11-27 19:00:00'],
    ['2026-W01-1', '2025-12-29 00:00:00'],
    ['2026-W53-7', '2027-01-03 00:00:00'],
    ['12/31/2026', '2026-12-31 00:00:00'],
    ['12/31/2026 5pm', '2026-12-31 17:00:00'],
    ['31-12-2026', '2026-12-31 00:00:00'],
    ['31.12.2026', '2026-12-31 00:00:00'],
    ['1 Dec 2026', '2026-12-01 00:00:00'],
    ['1 December 17:00', '2026-12-01 17:00:00'],
    ['December 1st, 2026 5:30 p.m.', '2026-12-01 17:30:00'],
    ['Tuesday, 1 December 2026', '2026-12-01 00:00:00'],
    ['dec 2026', '2026-12-01 00:00:00'],
    ['2026-12', '2026-12-01 00:00:00'],
    ['now', '2026-11-21 12:45:10'],
    ['today', '2026-11-21 00:00:00'],
    ['midnight', '2026-11-21 00:00:00'],
    ['noon', '2026-11-21 12:00:00'],
    ['10am', '2026-11-21 10:00:00'],
    ['12am', '2026-11-21 00:00:00'],
    ['12 PM', '2026-11-21 12:00:00'],
    ['tomorrow', '2026-11-22 00:00:00'],
    ['tomorrow 9am', '2026-11-22 09:00:00'],
    ['Tomorrow at 9:15 am', '2026-11-22 09:15:00'],
    ['11:00 tomorrow', '2026-11-22 11:00:00'],
    ['yesterday noon', '2026-11-20 12:00:00'],
    ['+2 weeks', '2026-12-05 12:45:10'],
    ['2 weeks', '2026-12-05 12:45:10'],
    ['-8 days', '2026-11-13 12:45:10'],
    ['+24 hours', '2026-11-22 12:45:10'],
    ['+1 day +2 hours', '2026-11-22 14:45:10'],
    ['+1 week 9am', '2026-11-28 09:00:00'],
    ['2 weeks 3 days ago', '2026-11-04 12:45:10'],
    ['in a fortnight', '2026-12-05 12:45:10'],
    ['next month', '2026-12-21 12:45:10'],
    ['last year', '2025-11-21 12:45:10'],
    ['31 January 2027 +1 month', '2027-02-28 00:00:00'],
    ['saturday', '2026-11-21 00:00:00'],
    ['friday', '2026-11-27 00:00:00'],
    ['next friday 5pm', '2026-11-27 17:00:00'],
    ['next saturday', '2026-11-28 00:00:00'],
    ['last saturday', '2026-11-14 00:00:00'],
    ['monday next week', '2026-11-23 00:00:00'],
    ['sunday this week', '2026-11-22 00:00:00'],
    ['first day of next month', '2026-12-01 12:45:10'],
    ['last day of february 2028 noon', '2028-02-29 12:00:00'],
    ['first monday of january 2027 9:30 pm', '2027-01-04 21:30:00'],
    ['last friday of december', '2026-12-25 00:00:00'],
    ['third tuesday of next month', '2026-12-15 00:00:00'],
    [' 2026-12-01 ', '2026-12-01 00:00:00'],
  ])('%s means %s', (text, expected) => {
    expect(local(text)).toBe(expected)
  })

  test('may be a number of seconds since 1970, as number or text', () => {
    expect(instant(1_700_000_000)).toBe('2023-11-14T22:13:20.000Z')
    expect(instant('1700000000')).toBe('2023-11-14T22:13:20.000Z')
    expect(instant('@1700000000')).toBe('2023-11-14T22:13:20.000Z')
    expect(instant('1700000000.9')).toBe('2023-11-14T22:13:20.000Z')
    expect(instant('20261201')?.slice(0, 10)).toBe('1970-08-23')
    expect(instant('-1')).toBe('1969-12-31T23:59:59.000Z')
    expect(instant(0)).toBe('1970-01-01T00:00:00.000Z')
  })

  test.each([
    ['2026-12-01T10:00:00Z', '2026-12-01 05:00:00'],
    ['2026-12-01T10:00:00+05:00', '2026-12-01 00:00:00'],
    ['2026-12-01 10:00 -0800', '2026-12-01 13:00:00'],
    ['2026-12-01 10:00 Europe/Paris', '2026-12-01 04:00:00'],
    ['2026-12-01 10:00 PST', '2026-12-01 13:00:00'],
    ['2026-12-01 10:00 UTC+5:30', '2026-11-30 23:30:00'],
    ['Tue, 01 Dec 2026 10:00:00 GMT', '2026-12-01 05:00:00'],
    ['Tue Dec 01 2026 10:00:00 GMT-0500', '2026-12-01 10:00:00'],
  ])('%s names its own zone and is %s in New York', (text, expected) => {
    expect(local(text)).toBe(expected)
  })

  test('moves forward when the clocks skip it, and an offset chooses between two equal hours', () => {
    expect(local('2026-03-08 02:30')).toBe('2026-03-08 03:30:00')
    expect(instant('2026-11-01 01:30')).toBe('2026-11-01T05:30:00.000Z')
    expect(instant('2026-11-01T01:30:00-05:00')).toBe('2026-11-01T06:30:00.000Z')
    const before = new Date('2026-03-08T06:30:00Z')
    expect(parseWhen('+1 hour', { zone, now: before })?.local).toBe('2026-03-08 03:30:00')
    expect(parseWhen('+1 day', { zone, now: before })?.local).toBe('2026-03-09 01:30:00')
  })

  test('keeps the last second of the year 9999', () => {
    expect(local('9999-12-31 23:59:59')).toBe('9999-12-31 23:59:59')
    expect(instant('9999-12-31 23:59:59')).toBe('9999-12-31T23:59:59.999Z')
    expect(local('0001-01-01')).toBe('0001-01-01 00:00:00')
  })
})

describe('the reading of dates', () => {
  test.each([
    '',
    ' ',
    ',',
    'and ,',
    'at',
    'foo',
    'foo monday bar',
    'monday bar',
    'the 1 dec',
    '31/12/2026',
    '2026-02-30',
    '2026-13-01',
    '2026-12-01 25:00',
    '2026-12-01 10:60',
    '13pm',
    '0am',
    '0000-00-00 00:00:00',
    '0000-01-01',
    '10000-01-01',
    '1 Dec 26',
    'Mon, 01 Dec 2026',
    'fifth monday of february 2027',
    '2026-12-01 2026-12-02',
    '10:00 11:00',
    'today tomorrow',
    'tomorrow friday',
    'monday tuesday',
    '2026-12-01 tomorrow',
    'Z',
    'UTC',
    '+05:00',
    '2026-W00',
    '2027-W53',
    '2026-W48-8',
    '2026-W48 2026-12-01',
    '2026-12-01 10:00 Mars/Olympus',
    '2026-12-01 10:00 +99:00',
    'ago',
    'now ago',
    '1700000000000',
    '1e9',
    '-99999999999999',
    '+999999999 years',
    '-999999999 months',
    '+999999999 hours',
    '2026-12-01\0',
    '\uD800',
    '2026-12-01'.repeat(100_000),
    ' '.repeat(1_000_000),
    '1'.repeat(1_000_000),
    '+1 day '.repeat(100_000),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    null,
    undefined,
    true,
    {},
    ['2026-12-01'],
  ])('refuses case %#', value => {
    expect(parseWhen(value, { zone, now })).toBeUndefined()
  })

  test('refuses an unknown zone without throwing', () => {
    expect(parseWhen('now', { zone: 'Mars/Olympus', now })).toBeUndefined()
    expect(parseWhen('now', { zone, now: new Date(Number.NaN) })).toBeUndefined()
  })

  test('never throws, and its results fit the database', () => {
    const pieces = fc.constantFrom(
      ...'+1 day|next|last|friday|of|first|2026-12-01|10:00|am|ago|-|:|T|Z|+05:00|99999|month|noon|,| |@|1|dec|9999|0001'.split(
        '|',
      ),
    )
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.array(pieces, { maxLength: 8 }).map(some => some.join(' ')),
      fc.array(pieces, { maxLength: 8 }).map(some => some.join('')),
      fc.double(),
      fc.maxSafeInteger(),
    )
    const zones = fc.constantFrom(zone, 'UTC', 'Pacific/Kiritimati', 'UTC-12')
    fc.assert(
      fc.property(texts, zones, (value, anyZone) => {
        const when = parseWhen(value, { zone: anyZone, now })
        if (!when) return
        expect(when.local).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
        expect(when.local >= '0001').toBe(true)
        expect(when.instant.toISOString()).toMatch(/^(?!0000)\d{4}-/)
      }),
      { numRuns: 2000 },
    )
  })

  test('reads a date that is written in full back exactly, in any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }),
        fc.constantFrom(zone, 'UTC', 'Europe/Dublin', 'UTC+5.5'),
        (seconds, anyZone) => {
          const text = new Date(seconds * 1000).toISOString()
          const when = parseWhen(text, { zone: anyZone, now })
          expect(when?.instant.getTime()).toBe(seconds * 1000)
          expect(parseWhen(String(seconds), { zone: anyZone, now })).toEqual(when)
        },
      ),
    )
  })
})
