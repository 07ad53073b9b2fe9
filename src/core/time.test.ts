import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { endOfDay, localDateTime, shiftLocal, startOfDay } from './local-time.ts'
import {
  dayEdge,
  defaultWindow,
  details,
  isoWithOffset,
  isTimeZone,
  zoneName,
  toInstant,
  toLocal,
  zoneAbbreviation,
} from './time.ts'

const newYork = 'America/New_York'
const at = (iso: string) => new Date(iso)
const iso = (local: string, zone: string) => toInstant(local, zone).toISOString().slice(0, 19)
const zones = fc.constantFrom(
  'UTC',
  newYork,
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Europe/Dublin',
  'Asia/Beirut',
  'UTC+5.5',
  'UTC-11',
  'GMT+2',
)
const moments = fc
  .integer({ min: Date.UTC(1890, 0, 1) / 1000, max: Date.UTC(2090, 0, 1) / 1000 })
  .map(seconds => new Date(seconds * 1000))

describe('a time zone', () => {
  test.each([
    newYork,
    'america/new_york',
    'UTC',
    'GMT',
    'EST',
    'Etc/GMT+5',
    'US/Pacific',
    'UTC+0',
    'UTC-3',
    'UTC+5.5',
    'UTC+5.75',
    'UTC+13:45',
    'UTC-12',
    'UTC+14',
    'GMT+2',
    '+05:30',
  ])('named %s is accepted', name => {
    expect(isTimeZone(name)).toBe(true)
  })

  test.each([
    '',
    'UTCfoo',
    'UTC+',
    'UTC+15',
    'UTC+99999',
    'UTC+2x',
    'Mars/Olympus',
    'America',
    'UTC\0',
    ' UTC',
    '2026-01-01T00:00[UTC]',
    '../etc/passwd',
    '__proto__',
    'constructor',
    'a'.repeat(1_000_000),
    'UTC+'.repeat(250_000),
  ])('is refused in case %#', name => {
    expect(isTimeZone(name)).toBe(false)
  })

  test.each([
    ['europe/oslo', 'Europe/Oslo'],
    ['AMERICA/argentina/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['utc', 'UTC'],
    ['gmt+2', 'GMT+2'],
    ['UTC+5.5', 'UTC+5.5'],
    ['+05:30', '+05:30'],
  ])('sent as %s is called %s', (sent, name) => {
    expect(zoneName(sent)).toBe(name)
  })

  test('never makes its check throw, whatever its name', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), name => void isTimeZone(name)))
  })

  test('that is unknown cannot be used for calculations', () => {
    expect(() => toLocal(at('2026-01-01T00:00:00Z'), 'Mars/Olympus')).toThrow('not a time zone')
  })

  test.each([
    ['2027-01-15', newYork, 'EST'],
    ['2027-07-15', newYork, 'EDT'],
    ['2027-01-15', 'Europe/Paris', 'CET'],
    ['2027-07-15', 'Europe/London', 'BST'],
    ['2027-07-15', 'Europe/Jersey', 'BST'],
    ['2027-01-15', 'Asia/Tokyo', 'JST'],
    ['2027-01-15', 'Asia/Kolkata', 'IST'],
    ['2027-01-15', 'Australia/Sydney', 'AEDT'],
    ['2027-01-15', 'America/Sao_Paulo', '-03'],
    ['2027-01-15', 'Asia/Kathmandu', '+0545'],
    ['2027-01-15', 'UTC', 'UTC'],
    ['2027-01-15', 'UTC+5.5', 'UTC+5.5'],
    ['2027-01-15', 'GMT+2', 'GMT+2'],
  ])('on %s has in %s the abbreviation %s', (day, zone, name) => {
    expect(zoneAbbreviation(at(`${day}T12:00:00Z`), zone)).toBe(name)
  })
})

describe('converting between local time and instant', () => {
  test('a local time that a clock change skips is moved forward', () => {
    expect(iso('2026-03-08 02:30:00', newYork)).toBe('2026-03-08T07:30:00')
    expect(toLocal(toInstant('2026-03-08 02:30:00', newYork), newYork)).toBe('2026-03-08 03:30:00')
    expect(iso('2026-10-04 02:10:00', 'Australia/Lord_Howe')).toBe('2026-10-03T15:40:00')
    // Samoa had no 30 December 2011.
    expect(toLocal(toInstant('2011-12-30 12:00:00', 'Pacific/Apia'), 'Pacific/Apia')).toBe(
      '2011-12-31 12:00:00',
    )
  })

  test('a local time that occurs twice is the earlier of the two', () => {
    expect(iso('2026-11-01 01:30:00', newYork)).toBe('2026-11-01T05:30:00')
    expect(toLocal(at('2026-11-01T06:30:00Z'), newYork)).toBe('2026-11-01 01:30:00')
  })

  test('zones given as an offset have no clock changes', () => {
    expect(iso('2026-07-01 12:00:00', 'UTC+5.5')).toBe('2026-07-01T06:30:00')
    expect(iso('2026-07-01 12:00:00', 'UTC-3')).toBe('2026-07-01T15:00:00')
    expect(iso('2026-07-01 12:00:00', 'GMT+2')).toBe('2026-07-01T10:00:00')
  })

  test('no result is before the year 1 or after the year 9999', () => {
    expect(iso('9999-12-31 23:59:59', newYork)).toBe('9999-12-31T23:59:59')
    expect(toLocal(at('9999-12-31T23:59:59Z'), 'Pacific/Kiritimati')).toBe('9999-12-31 23:59:59')
    expect(iso('0001-01-01 00:00:00', 'UTC+14')).toBe('0001-01-01T00:00:00')
    expect(toLocal(at('0001-01-01T00:00:00Z'), newYork)).toBe('0001-01-01 00:00:00')
    expect(toLocal(at('+010000-01-01T00:00:00Z'), 'UTC')).toBe('9999-12-31 23:59:59')
  })

  test('text that is no local time is refused', () => {
    for (const text of [
      '2026-02-30 00:00:00',
      '2026-13-01 00:00:00',
      '2026-01-01 24:00:00',
      '2026-01-01T00:00:00',
      '2026-01-01',
      '0000-01-01 00:00:00',
      '',
    ]) {
      expect(() => localDateTime(text)).toThrow('not a wall-clock time')
    }
    expect(() => toLocal(new Date(Number.NaN), 'UTC')).toThrow('Not a moment')
  })

  test('both directions agree with a second implementation in any zone at any time', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const offset = /^(?:UTC|GMT)([+-])(\d+)(\.5)?$/.exec(zone)
        const known = offset
          ? `${offset[1]}${offset[2]!.padStart(2, '0')}:${offset[3] ? '30' : '00'}`
          : zone
        const there = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
          .toZonedDateTimeISO(known)
          .toPlainDateTime()
        const text = there.toString({ smallestUnit: 'second' }).replace('T', ' ')
        expect(toLocal(moment, zone)).toBe(text)
        const ambiguous = there.add({ minutes: 45 })
        const late = ambiguous.toString({ smallestUnit: 'second' }).replace('T', ' ')
        expect(toInstant(late, zone).getTime()).toBe(
          ambiguous.toZonedDateTime(known).epochMilliseconds,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('a local time survives the way to an instant and back, unless the zone skips it', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const local = toLocal(moment, 'UTC')
        const back = toLocal(toInstant(local, zone), zone)
        expect(back >= local).toBe(true)
        expect(toLocal(toInstant(back, zone), zone)).toBe(back)
      }),
      { numRuns: 1000 },
    )
  })

  test('the time zone of the process makes no difference', () => {
    const script = `
      const { toInstant, toLocal, parseWhen, zoneAbbreviation } = await import('./src/core/time.ts')
      const { createHash } = await import('node:crypto')
      const hashes = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns'].map(TZ => {
        process.env.TZ = TZ
        const out = []
        for (const zone of ['America/New_York', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC+5.5']) {
          for (let hour = 0; hour < 24 * 366; hour += ${process.env['LONG'] === undefined ? 41 : 7}) {
            const moment = new Date(1767225600000 + hour * 3600000)
            const local = toLocal(moment, zone)
            out.push(local, toInstant(local, zone).getTime(), zoneAbbreviation(moment, zone))
            for (const text of ['tomorrow 2:30am', 'next sunday', '+1 month', '1 nov 1:30am', '+3 hours'])
              out.push(parseWhen(text, { zone, now: moment })?.instant.getTime())
          }
        }
        const hash = createHash('sha256').update(JSON.stringify(out)).digest('hex')
        return [new Date(0).getTimezoneOffset(), hash]
      })
      console.log(JSON.stringify(hashes))`
    // In a process of its own, because the zone is the whole process's.
    const flags = ['--import', 'tsx', '--input-type=module', '-e', script]
    const run = spawnSync(process.execPath, flags, { encoding: 'utf8' })
    const found: [number, string][] = JSON.parse(run.stdout)
    expect(found.map(([offset]) => offset)).toEqual([0, 640, 210])
    expect(new Set(found.map(([, hash]) => hash)).size).toBe(1)
  })
})

describe('days and months', () => {
  test('parts of a date are zero-padded, and empty when there is no date', () => {
    expect(details('2017-01-05 14:23:36')).toEqual({
      year: '2017',
      month: '01',
      day: '05',
      hour: '14',
      minutes: '23',
      seconds: '36',
    })
    expect(Object.values(details(null))).toEqual(['', '', '', '', '', ''])
    expect(Object.values(details(''))).toEqual(['', '', '', '', '', ''])
  })

  test('ISO text has the offset of its own instant, in both of two equal local hours', () => {
    const at = (utc: string, zone: string) => isoWithOffset(new Date(utc), zone)
    expect(at('2027-01-16T00:00:00Z', newYork)).toBe('2027-01-15T19:00:00-05:00')
    expect(at('2027-07-15T23:00:00Z', newYork)).toBe('2027-07-15T19:00:00-04:00')
    expect(at('2027-07-15T21:30:00Z', 'America/St_Johns')).toBe('2027-07-15T19:00:00-02:30')
    expect(at('2027-07-15T19:00:00Z', 'UTC')).toBe('2027-07-15T19:00:00+00:00')
    expect(at('2027-11-07T05:30:00Z', newYork)).toBe('2027-11-07T01:30:00-04:00')
    expect(at('2027-11-07T06:30:00Z', newYork)).toBe('2027-11-07T01:30:00-05:00')
  })

  test('a day has a first and a last second', () => {
    expect(startOfDay('2027-01-15 19:00:00')).toBe('2027-01-15 00:00:00')
    expect(endOfDay('2027-01-15 19:00:00')).toBe('2027-01-15 23:59:59')
    expect(dayEdge('2026-11-01 12:00:00', 'end', newYork).instant).toEqual(
      at('2026-11-02T04:59:59Z'),
    )
    // Midnight is skipped in Beirut on the day summer time begins, and 23:00 comes twice in Santiago when it ends.
    expect(dayEdge('2026-03-29 12:00:00', 'start', 'Asia/Beirut').instant).toEqual(
      at('2026-03-28T22:00:00Z'),
    )
    expect(dayEdge('2026-04-04 12:00:00', 'end', 'America/Santiago').instant).toEqual(
      at('2026-04-05T03:59:59Z'),
    )
    expect(dayEdge('9999-12-31 12:00:00', 'end', 'UTC').instant).toEqual(at('9999-12-31T23:59:59Z'))
  })

  test('days follow each other without gap or overlap in every zone', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const today = toLocal(moment, zone)
        const end = dayEdge(today, 'end', zone).instant.getTime()
        const next = dayEdge(shiftLocal(today, { days: 1 }), 'start', zone).instant.getTime()
        expect(next - end).toBe(1000)
      }),
    )
  })

  test('adding months keeps the time of day and stays within the month', () => {
    expect(shiftLocal('2027-01-31 10:00:00', { months: 1 })).toBe('2027-02-28 10:00:00')
    expect(shiftLocal('2028-02-29 10:00:00', { years: 1, days: 1 })).toBe('2029-03-01 10:00:00')
    expect(shiftLocal('2027-01-01 10:00:00', { weeks: -1 })).toBe('2026-12-25 10:00:00')
    expect(shiftLocal('2027-01-01 10:00:00', {})).toBe('2027-01-01 10:00:00')
    expect(() => shiftLocal('9999-12-31 10:00:00', { days: 1 })).toThrow(RangeError)
  })

  test('a list without dates covers yesterday up to 24 months from now', () => {
    const { start, end } = defaultWindow(at('2026-11-21T03:00:00Z'), newYork)
    expect([start.local, end.local]).toEqual(['2026-11-19 00:00:00', '2028-11-20 23:59:59'])
    expect([start.instant, end.instant]).toEqual([
      at('2026-11-19T05:00:00Z'),
      at('2028-11-21T04:59:59Z'),
    ])
  })

  test('a list that begins in one of the last two years ends with the last day there is', () => {
    for (const from of ['9998-01-01T05:00:00Z', '9999-12-31T23:59:59Z']) {
      expect(defaultWindow(at(from), newYork).end.local).toBe('9999-12-31 23:59:59')
    }
    expect(defaultWindow(at('9997-12-30T05:00:00Z'), newYork).end.local).toBe('9999-12-30 23:59:59')
  })
})
