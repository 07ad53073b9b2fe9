import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDateTime } from '../../core/local-time.ts'
import { toInstant, toLocal } from '../../core/time.ts'
import { boundingBox, eventUrl, type Schedule, scheduleOf, sequenceAfter } from './rules.ts'

const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC+5.5']
const zone = fc.constantFrom(...zones)
/** Any second of 2026 to 2028, so that every kind of clock change occurs. */
const moment = fc
  .integer({ min: 1_767_225_600, max: 1_861_920_000 })
  .map(seconds => toLocal(new Date(seconds * 1000), 'UTC'))
const now = new Date(1_795_262_400_000)

function schedule(sent: Parameters<typeof scheduleOf>[0], before?: Schedule): Schedule {
  const read = scheduleOf(sent, { siteZone: 'UTC', now, before })
  if ('unreadable' in read) throw new Error(`${read.unreadable} could not be read`)
  return read.schedule
}

test('local times and instants agree, and no event ends before it starts', () => {
  fc.assert(
    fc.property(moment, moment, zone, fc.boolean(), (start_date, end_date, timezone, all_day) => {
      const made = schedule({ start_date, end_date, timezone, all_day })
      expect(toLocal(made.starts_at, timezone)).toBe(made.start_local)
      expect(toLocal(made.ends_at, timezone)).toBe(made.end_local)
      expect(made.ends_at.getTime()).toBeGreaterThanOrEqual(made.starts_at.getTime())
      if (all_day) expect(made.end_local.slice(11)).toBe('23:59:59')
    }),
  )
})

test('dates that an update omits keep their value to the second', () => {
  fc.assert(
    fc.property(moment, moment, zone, (start_date, end_date, timezone) => {
      const before = schedule({ start_date, end_date, timezone })
      expect(schedule({}, before)).toEqual(before)
      const { starts_at, start_local } = schedule({ end_date: before.end_local }, before)
      expect({ starts_at, start_local }).toEqual({
        starts_at: before.starts_at,
        start_local: before.start_local,
      })
    }),
  )
})

test('a new time zone keeps the local times, except times that the zone skips', () => {
  fc.assert(
    fc.property(moment, zone, zone, (start_date, from, to) => {
      const before = schedule({ start_date, end_date: start_date, timezone: from })
      const after = schedule({ timezone: to }, before)
      expect(after.start_local).toBe(toLocal(toInstant(before.start_local, to), to))
    }),
  )
})

test('a zone keeps its usual spelling, and another spelling of it moves nothing', () => {
  expect(schedule({ start_date: 'now', end_date: 'now', timezone: 'europe/oslo' }).timezone).toBe(
    'Europe/Oslo',
  )
  // The second of two equal hours, in the spelling that older releases stored.
  const start_local = localDateTime('2026-10-25 02:30:00')
  const at = new Date('2026-10-25T01:30:00Z')
  const before = {
    ...schedule({ start_date: start_local, end_date: start_local, timezone: 'Europe/Oslo' }),
    starts_at: at,
    ends_at: at,
    timezone: 'europe/oslo',
  }
  const after = schedule({ start_date: start_local, timezone: 'Europe/Oslo' }, before)
  expect(after).toEqual({ ...before, timezone: 'Europe/Oslo' })
  const placed = { sequence: 3, venue_id: null, is_online: false, happening: 'scheduled' }
  expect(sequenceAfter({ ...placed, ...before }, { ...placed, ...after })).toBe(3)
})

test('an end that cannot be read is named in the error', () => {
  const read = (sent: object) => scheduleOf(sent, { siteZone: 'UTC', now, before: undefined })
  expect(read({ start_date: 'now' })).toEqual({ unreadable: 'end_date' })
  expect(read({ end_date: 'now' })).toEqual({ unreadable: 'start_date' })
  expect(read({ start_date: 'now', end_date: '+9000 years' })).toEqual({ unreadable: 'end_date' })
})

test('the bounding box of a search contains every place within the distance', () => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
  fc.assert(
    fc.property(
      degrees(90),
      degrees(180),
      fc.double({ min: 0.1, max: 20_000, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (lat, lng, radiusKm, bearing) => {
        const box = boundingBox(lat, lng, radiusKm)
        const there = travel(lat, lng, { km: radiusKm * 0.999, bearing })
        expect(there.lat).toBeGreaterThanOrEqual(box.south)
        expect(there.lat).toBeLessThanOrEqual(box.north)
        expect(there.lng).toBeGreaterThanOrEqual(box.west)
        expect(there.lng).toBeLessThanOrEqual(box.east)
      },
    ),
    { numRuns: 1000 },
  )
})

/** The end point of a walk on a sphere of 6371 km radius. */
function travel(lat: number, lng: number, { km, bearing }: { km: number; bearing: number }) {
  const radians = Math.PI / 180
  const [phi, angle] = [lat * radians, km / 6371]
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing)
  const to = Math.asin(Math.max(-1, Math.min(1, sine)))
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * Math.sin(to),
  )
  const east = lng + turned / radians
  return { lat: to / radians, lng: ((((east + 180) % 360) + 360) % 360) - 180 }
}

test('a page address has the slug of an event only when the event is published and has one', () => {
  const url = (slug: string, status: string) => eventUrl({ id: 7, slug, status }, 'https://x.org')
  expect(url('夏祭り', 'publish')).toBe(`https://x.org/event/${encodeURIComponent('夏祭り')}/`)
  expect(url('named', 'draft')).toBe('https://x.org/?post_type=event&p=7')
  expect(url('', 'publish')).toBe('https://x.org/?post_type=event&p=7')
})
