import type { Instant, LocalDateTime, When } from '../../core/time.ts'
import { dayEdge, parseWhen, toInstant, toLocal, zoneName } from '../../core/time.ts'

/** When an event takes place: wall-clock times in its zone, and their instants. */
export type Schedule = {
  timezone: string
  all_day: boolean
  start_local: LocalDateTime
  end_local: LocalDateTime
  starts_at: Instant
  ends_at: Instant
}

export type ScheduleDraft = {
  timezone?: string
  all_day?: boolean
  start_date?: string
  end_date?: string
}

type Surroundings = { siteZone: string; now: Instant; before: Schedule | undefined }

/**
 * The schedule after a write (contract.md 5.5). Omitted members stay, and a new zone alone keeps the
 * wall-clock times. The start or the end may change alone. All-day events run from the first to the last
 * second of their days. An end before the start becomes the start. `unreadable` names a date that is missing
 * or outside the years 1 to 9999.
 */
export function scheduleOf(
  draft: ScheduleDraft,
  { siteZone, now, before }: Surroundings,
): { schedule: Schedule } | { unreadable: 'start_date' | 'end_date' } {
  const timezone = zoneOf(draft, before, siteZone)
  const isNewZone = !before || !isSameZone(timezone, before.timezone)
  const read = (text: string | undefined, kept: When | undefined) => {
    // A time that is sent as it is shown stays, also in the second of two equal hours.
    const stays = text === undefined || (text === kept?.local && !isNewZone)
    if (!stays) return parseWhen(text, { zone: timezone, now })
    return kept && isNewZone ? moved(kept.local, timezone) : kept
  }
  const start = read(draft.start_date, before && kept(before.start_local, before.starts_at))
  const end = read(draft.end_date, before && kept(before.end_local, before.ends_at))
  if (!start) return { unreadable: 'start_date' }
  if (!end) return { unreadable: 'end_date' }
  const all_day = draft.all_day ?? before?.all_day ?? false
  return { schedule: { timezone, all_day, ...ordered(start, end, all_day && timezone) } }
}

const kept = (local: LocalDateTime, instant: Instant): When => ({ local, instant })

/** An empty zone means the site's; an absent one means the event's own. */
const zoneOf = ({ timezone }: ScheduleDraft, before: Schedule | undefined, siteZone: string) =>
  zoneName((timezone ?? before?.timezone) || siteZone)

/** Whether two names mean one zone: events made by older releases have the spelling that was sent. */
export const isSameZone = (one: string, other: string): boolean => zoneName(one) === zoneName(other)

/** Start and end, never in the wrong order. Whole days count in the zone given for them. */
function ordered(start: When, end: When, wholeDays: string | false) {
  const first = wholeDays === false ? start : dayEdge(start.local, 'start', wholeDays)
  const wished = wholeDays === false ? end : dayEdge(end.local, 'end', wholeDays)
  const least = wholeDays === false ? first : dayEdge(first.local, 'end', wholeDays)
  const last = wished.instant < first.instant ? least : wished
  return {
    start_local: first.local,
    end_local: last.local,
    starts_at: first.instant,
    ends_at: last.instant,
  }
}

/** The same wall-clock time in another zone; a skipped time moves forward. */
function moved(local: LocalDateTime, zone: string): When {
  const instant = toInstant(local, zone)
  return { local: toLocal(instant, zone), instant }
}

/** The address of its public page: by id unless it is published. `publicRoot` has no slash at the end. */
export function eventUrl(
  { id, slug, status }: { id: number; slug: string; status: string },
  publicRoot: string,
): string {
  return status === 'publish' && slug !== ''
    ? `${publicRoot}/event/${encodeURIComponent(slug)}/`
    : `${publicRoot}/?post_type=event&p=${id}`
}

/** How guests take part: in a place, by a link, or either way. */
export function attendanceMode({
  is_online: isOnline,
  venue_id: venue,
}: {
  is_online: boolean
  venue_id: number | null
}): 'offline' | 'online' | 'mixed' {
  if (!isOnline) return 'offline'
  return venue === null ? 'online' : 'mixed'
}

export type Placed = {
  timezone: string
  all_day: boolean
  start_local: string
  end_local: string
  venue_id: number | null
  is_online: boolean
  happening: string
}

/**
 * How often time, place or state changed, this change included: the sequence number in calendars (contract.md 23.3).
 */
export function sequenceAfter(before: Placed & { sequence: number }, after: Placed): number {
  const isMoved = (
    ['all_day', 'start_local', 'end_local', 'venue_id', 'is_online', 'happening'] as const
  ).some(name => before[name] !== after[name])
  const isNews = isMoved || !isSameZone(before.timezone, after.timezone)
  return before.sequence + (isNews ? 1 : 0)
}

/** Whether an event takes place as planned (contract.md 5.17). */
export const happenings = ['scheduled', 'cancelled', 'postponed'] as const

/** Whether a new status hides a public page, or hides a record from everybody. */
export function isHiddenBy(before: string, after: string): boolean {
  if (before === 'trash' || before === after) return false
  return before === 'publish' || after === 'trash'
}

export const dateFilters = {
  start_date: { column: 'starts_at', compare: '>=', edge: 'start' },
  end_date: { column: 'ends_at', compare: '<=', edge: 'end' },
  starts_after: { column: 'starts_at', compare: '>', edge: 'end' },
  starts_before: { column: 'starts_at', compare: '<', edge: 'end' },
  ends_after: { column: 'ends_at', compare: '>', edge: 'end' },
  ends_before: { column: 'ends_at', compare: '<', edge: 'end' },
} as const

export type DateFilter = keyof typeof dateFilters

/**
 * A date filter as an instant: whole days in the site's zone, or exactly the given time. Undefined outside
 * the years 1 to 9999.
 */
export function dateBound(
  name: DateFilter,
  value: string | number,
  { zone, now, strict }: { zone: string; now: Instant; strict: boolean },
): When | undefined {
  const when = parseWhen(value, { zone, now })
  if (!when || strict) return when
  return dayEdge(when.local, dateFilters[name].edge, zone)
}

export const earthKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

export type Position = { lat: number; lng: number }

/** The distance of two places on the sphere, in kilometres. */
export function distanceKm(one: Position, other: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const along = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat))
  const chord = half(one.lat, other.lat) + along * half(one.lng, other.lng)
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/** The default and the largest radius of a search by distance, in kilometres. */
export const radiusUsualKm = 25
export const radiusMostKm = 20_038

const kmPerDegree = 110.57

/** The range of latitude and longitude that contains everything within this distance. */
export function boundingBox(lat: number, lng: number, radiusKm: number) {
  const latitudes = radiusKm / kmPerDegree
  const farthest = Math.abs(lat) + latitudes
  // A circle around a pole contains every longitude.
  const longitudes = farthest >= 90 ? 180 : latitudes / Math.cos((farthest * Math.PI) / 180)
  const acrossDateLine = longitudes >= 180 || lng - longitudes < -180 || lng + longitudes > 180
  return {
    south: lat - latitudes,
    north: lat + latitudes,
    west: acrossDateLine ? -180 : lng - longitudes,
    east: acrossDateLine ? 180 : lng + longitudes,
  }
}
