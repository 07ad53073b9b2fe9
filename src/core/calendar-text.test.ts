import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarText } from './calendar-text.ts'
import { epochMsToWall, toInstant, toLocal } from './local-time.ts'
import { stretchEnd } from './zone.ts'

const head = { name: 'Events, all', url: 'https://tickets.example/events/' }
const at = new Date('2026-11-22T10:00:00Z')

function entry(changes: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    uid: 'event-1-abc',
    sequence: 0,
    changedAt: at,
    createdAt: at,
    summary: 'The Tempest',
    description: '',
    location: '',
    url: 'https://tickets.example/event/the-tempest/',
    status: 'CONFIRMED',
    allDay: false,
    startLocal: '2027-01-15 19:00:00',
    endLocal: '2027-01-15 22:00:00',
    startsAt: new Date('2027-01-15T18:00:00Z'),
    endsAt: new Date('2027-01-15T21:00:00Z'),
    zone: 'Europe/Oslo',
    ...changes,
  }
}

/** An entry at this moment, an hour long, in local time of a zone. */
function during(startsAt: Date, zone: string) {
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  return entry({
    uid: `event-${startsAt.getTime()}`,
    startsAt,
    endsAt,
    startLocal: toLocal(startsAt, zone),
    endLocal: toLocal(endsAt, zone),
    zone,
  })
}

/** What another program reads in a calendar: names, starts and ends. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      summary: event.summary,
      location: event.location,
      description: event.description,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
    }
  })
}

/** The same as a third program reads it, in the order of the calendar. */
function readAgain(text: string) {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap(entry =>
    entry?.type === 'VEVENT'
      ? [{ start: entry.start.toISOString(), end: entry.end?.toISOString() }]
      : [],
  )
}

test('lines end in CRLF and have at most 75 octets in any script', () => {
  const summary = '長い題名，'.repeat(40) + 'ÆØÅ🎟️'.repeat(20)
  const text = calendarText(head, [entry({ summary, location: 'x'.repeat(300) })])
  const lines = text.split('\r\n')
  expect(lines.filter(line => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(read(text)[0]?.summary).toBe(summary)
})

test('text keeps its separators and line breaks through writing and reading', () => {
  const summary = 'A; B, C \\ D'
  const description = 'One\nTwo, "three"\\n'
  const [seen] = read(calendarText(head, [entry({ summary, description, location: 'Room: 1; 2' })]))
  expect([seen?.summary, seen?.description, seen?.location]).toEqual([
    summary,
    description,
    'Room: 1; 2',
  ])
})

test('a title cannot add a line to the calendar', () => {
  const text = calendarText(head, [
    entry({ summary: 'A\r\nATTENDEE:mailto:eve@example.org\u0000' }),
  ])
  expect(text).not.toMatch(/^ATTENDEE/m)
})

test('a zone with a yearly rule is described once, by that rule', () => {
  const text = calendarText(head, [entry(), entry({ uid: 'event-2-abc' })])
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
  expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU')
  expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU')
  expect(text).toContain('DTSTART;TZID=Europe/Oslo:20270115T190000')
})

test('a zone whose name is spelt in two ways is described once, by the name that calendar programs know', () => {
  const text = calendarText(head, [entry(), entry({ uid: 'event-2-abc', zone: 'europe/oslo' })])
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
  expect(text).not.toContain('europe/oslo')
})

test('the second of two equal local hours, and zones given as an offset, are written in UTC', () => {
  const first = toInstant('2027-10-31 02:30:00', 'Europe/Oslo')
  const second = new Date(first.getTime() + 3_600_000)
  const text = calendarText(head, [
    during(first, 'Europe/Oslo'),
    during(second, 'Europe/Oslo'),
    during(at, '+05:30'),
  ])
  expect(text).toContain('DTSTART:20271031T003000Z')
  expect(text).toContain('DTSTART:20271031T013000Z')
  expect(text).toContain('DTSTART:20261122T100000Z')
})

test('an event without a duration has a start alone, because an end must be later', () => {
  const moment = { startsAt: at, endsAt: at, zone: 'Europe/Oslo' }
  const local = { startLocal: '2026-11-22 11:00:00', endLocal: '2026-11-22 11:00:00' }
  const text = calendarText(head, [entry({ ...moment, ...local })])
  expect(text).toContain('DTSTART;TZID=Europe/Oslo:20261122T110000\r\n')
  expect(text).not.toContain('DTEND')
  const [read] = Object.values(nodeIcal.sync.parseICS(text)).filter(one => one?.type === 'VEVENT')
  expect(read).toMatchObject({ start: at, end: at })
})

test('whole days are written as dates, and the end is the day after the last one', () => {
  const text = calendarText(head, [
    entry({ allDay: true, startLocal: '2027-02-27 00:00:00', endLocal: '2027-02-28 23:59:59' }),
  ])
  expect(text).toContain('DTSTART;VALUE=DATE:20270227\r\nDTEND;VALUE=DATE:20270301')
  expect(text).not.toContain('VTIMEZONE')
})

test('whole days at the end of the year 9999 have no date of the year after, which calendars cannot write', () => {
  const textOf = (first: string) =>
    calendarText(head, [
      entry({ allDay: true, startLocal: `${first} 00:00:00`, endLocal: '9999-12-31 23:59:59' }),
    ])
  expect(textOf('9999-12-31')).toContain('DTSTART;VALUE=DATE:99991231\r\n')
  expect(textOf('9999-12-31')).not.toContain('DTEND')
  expect(textOf('9999-12-29')).toContain('DTEND;VALUE=DATE:99991231\r\n')
})

// In the short run every seventh zone; in the long run all.
const zones = Intl.supportedValuesOf('timeZone').filter(
  (_, index) => process.env['LONG'] !== undefined || index % 7 === 0,
)

/** Twelve moments of a year or two, some around clock changes. */
function momentsOf(zone: string): Date[] {
  const begin = Date.UTC(2026, 10, 1)
  const months = Array.from({ length: 8 }, (_, n) => begin + n * 45 * 86_400_000 + 19 * 3_600_000)
  const change = stretchEnd(begin, zone)
  const around =
    Number.isFinite(change) && change < Date.UTC(2030, 0, 1)
      ? [-7_200_000, -1_800_000, 1_800_000, 7_200_000].map(by => change + by)
      : []
  return [...months, ...around].map(ms => new Date(Math.floor(ms / 60_000) * 60_000))
}

test('the written zone gives two other implementations the same instants, around clock changes too', () => {
  const wrong: string[] = []
  for (const zone of zones) {
    const moments = momentsOf(zone)
    const text = calendarText(
      head,
      moments.map(moment => during(moment, zone)),
    )
    const seen = read(text)
    const again = readAgain(text)
    for (const [index, moment] of moments.entries()) {
      const end = new Date(moment.getTime() + 3_600_000)
      const { start, end: until } = seen[index] ?? { start: '', end: '' }
      if (start !== moment.toISOString() || until !== end.toISOString()) {
        wrong.push(
          `${zone} ${moment.toISOString()} (${epochMsToWall(moment.getTime(), zone)}): ${start}`,
        )
      }
      const third = again[index]
      if (third?.start !== moment.toISOString() || third.end !== end.toISOString()) {
        wrong.push(`node-ical, ${zone} ${moment.toISOString()}: ${third?.start}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
