import { compactTime, type Years, zoneLines } from './calendar-zone.ts'
import { epochMsToWall, type Instant, wallToEpochMs } from './local-time.ts'
import { remember } from './remember.ts'
import { fixedOffsetMinutes, offsetMsAt, zoneName } from './zone.ts'

/** A calendar entry: an event as RFC 5545 writes it. */
export type CalendarEntry = {
  uid: string
  /** Increases when time, place or status changes. */
  sequence: number
  /** When the event last changed. The written entry depends on nothing later. */
  changedAt: Instant
  createdAt: Instant
  summary: string
  description: string
  location: string
  url: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  allDay: boolean
  /** Local times of the zone, `YYYY-MM-DD HH:MM:SS`, and their instants. */
  startLocal: string
  endLocal: string
  startsAt: Instant
  endsAt: Instant
  zone: string
}

export type CalendarHead = { name: string; url: string }

/** A calendar that programs subscribe to and read again every hour. */
export function calendarText(head: CalendarHead, entries: readonly CalendarEntry[]): string {
  const calendar = startCalendar()
  calendar.add(entries)
  return calendar.text(head)
}

/** A calendar that is written part by part, because a long one has thousands of entries. */
export function startCalendar() {
  const zones = new Map<string, Years>()
  const written: string[] = []
  return {
    add(entries: readonly CalendarEntry[]) {
      // `join` copies the letters. A text put together by `+` refers to its pieces, and keeps them all in memory.
      written.push(entries.map(entry => writeEntry(entry, zones)).join(''))
    },
    text: (head: CalendarHead): string =>
      [headText(head, zones), ...written, 'END:VCALENDAR\r\n'].join(''),
  }
}

const headText = ({ name, url }: CalendarHead, zones: ReadonlyMap<string, Years>) =>
  textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Marquee//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `URL:${url}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...[...zones].flatMap(([zone, years]) => zoneLines(zone, years)),
  ])

function textOf(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) text += `${fold(line)}\r\n`
  return text
}

/** A time of an entry. `isLocal`: it is written in the local time of its zone. */
type Moment = { local: string; at: Instant; zone: string; isLocal: boolean }

/** An entry as text. Adds the years of its local times to those of their zone. */
function writeEntry(entry: CalendarEntry, zones: Map<string, Years>): string {
  const { allDay, startLocal, endLocal, startsAt, endsAt } = entry
  if (allDay) return textOf(entryLines(entry, dayLines(entry)))
  // Events made by older releases may have the name in another case, and calendar programs know only one.
  const zone = zoneName(entry.zone)
  const start = momentOf({ local: startLocal, at: startsAt, zone })
  const end = momentOf({ local: endLocal, at: endsAt, zone })
  addYear(zones, start)
  addYear(zones, end)
  return textOf(entryLines(entry, timeLines(start, end)))
}

const momentOf = (time: Omit<Moment, 'isLocal'>): Moment => ({
  ...time,
  isLocal: isPlainLocal(time),
})

function entryLines(entry: CalendarEntry, times: readonly string[]): string[] {
  const changed = utcText(entry.changedAt)
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `CREATED:${utcText(entry.createdAt)}`,
    `SEQUENCE:${entry.sequence}`,
    ...times,
    `SUMMARY:${escapeText(entry.summary)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escapeText(entry.location)}`]),
    ...(entry.description === '' ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
    ...(entry.url === '' ? [] : [`URL:${entry.url}`]),
    `STATUS:${entry.status}`,
    'END:VEVENT',
  ]
}

/**
 * The end of a whole-day entry is the day after its last day. Dates have four digits for the year, so an entry on the last
 * of them has no end, which means one day, and a longer one ends a day early.
 */
function dayLines({ startLocal, endLocal }: CalendarEntry): string[] {
  const first = startLocal.slice(0, 10)
  const after = Date.parse(`${endLocal.slice(0, 10)}T00:00:00Z`) + dayMs
  const end = new Date(Math.min(after, lastDayMs)).toISOString().slice(0, 10)
  const ends = end > first ? [`DTEND;VALUE=DATE:${compactTime(end)}`] : []
  return [`DTSTART;VALUE=DATE:${compactTime(first)}`, ...ends]
}

const lastDayMs = Date.parse('9999-12-31T00:00:00Z')

/** An end must be later than the start (RFC 5545 3.8.2.2); an entry without one ends when it begins. */
function timeLines(start: Moment, end: Moment): string[] {
  const ends = end.at.getTime() > start.at.getTime() ? [`DTEND${timeText(end)}`] : []
  return [`DTSTART${timeText(start)}`, ...ends]
}

const timeText = ({ local, at, zone, isLocal }: Moment) =>
  isLocal ? `;TZID=${zone}:${compactTime(local)}` : `:${utcText(at)}`

/**
 * Whether a local time means this moment to every program. Programs differ about the second of two equal hours, and
 * know no zones given as offsets; those are written in UTC.
 */
function isPlainLocal({ local, at, zone }: Omit<Moment, 'isLocal'>): boolean {
  if (isUtc(zone)) return false
  if (isFarFromChanges({ local, at, zone })) return true
  const meant = wallToEpochMs(local, zone)
  if (Math.floor(meant / 1000) !== Math.floor(at.getTime() / 1000)) return false
  const fall = offsetMsAt(meant, zone) - offsetMsAt(meant + dayMs, zone)
  return fall <= 0 || epochMsToWall(meant + fall, zone) !== local
}

/** The usual case, told without a conversion: the offset is the same a day before and after, and the times agree. */
function isFarFromChanges({ local, at, zone }: Omit<Moment, 'isLocal'>): boolean {
  const ms = at.getTime()
  const offset = offsetMsAt(ms, zone)
  return (
    offset === offsetMsAt(ms - changeDayMs, zone) &&
    offset === offsetMsAt(ms + changeDayMs, zone) &&
    Math.floor((ms + offset) / 1000) === Date.parse(`${local.replace(' ', 'T')}Z`) / 1000
  )
}

const isUtc = remember(
  1000,
  zone =>
    fixedOffsetMinutes(zone) !== undefined ||
    /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal)$/i.test(zone),
)

const dayMs = 86_400_000
/** Longer than any clock change: the largest left out or repeated a day. */
const changeDayMs = dayMs + 3_600_000

/** An instant as `YYYYMMDDTHHMMSSZ`, in a fifth of the time of `toISOString`: a calendar has thousands. */
function utcText(at: Instant): string {
  const year = String(at.getUTCFullYear()).padStart(4, '0')
  const date = `${year}${twoDigits[at.getUTCMonth() + 1]}${twoDigits[at.getUTCDate()]}`
  const [hour, minute, second] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
  return `${date}T${twoDigits[hour]}${twoDigits[minute]}${twoDigits[second]}Z`
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** A zone in which times are written is described for the years of these times. */
function addYear(zones: Map<string, Years>, { local, zone, isLocal }: Moment) {
  if (!isLocal) return
  const year = Number(local.slice(0, 4))
  const cached = zones.get(zone)
  if (!cached) zones.set(zone, { first: year, last: year })
  else if (year < cached.first || year > cached.last) {
    zones.set(zone, { first: Math.min(cached.first, year), last: Math.max(cached.last, year) })
  }
}

/** Escapes a text (RFC 5545 3.3.11), and makes characters that are not allowed blanks. */
const escapeText = (text: string): string =>
  text.replace(/\r\n?|[\\;,]|[\p{Cc}\p{Cs}]/gu, character => escapes[character] ?? ' ')

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  ';': '\\;',
  ',': '\\,',
  '\n': '\\n',
  '\r': '\\n',
  '\r\n': '\\n',
}

/** Folds lines at 75 octets, never within a character. */
function fold(line: string): string {
  // No character has more than three octets for each of its units.
  if (line.length * 3 <= octetsMost) return line
  const isAscii = !/[^\0-\x7F]/.test(line)
  return isAscii ? foldAscii(line) : foldOctets(line)
}

// A continued line begins with a space.
function foldAscii(line: string): string {
  let folded = line.slice(0, octetsMost)
  for (let from = octetsMost; from < line.length; from += octetsMost - 1) {
    folded += `\r\n ${line.slice(from, from + octetsMost - 1)}`
  }
  return folded
}

function foldOctets(line: string): string {
  const octets = Buffer.from(line)
  if (octets.length <= octetsMost) return line
  const pieces: string[] = []
  let from = 0
  for (let room = octetsMost; from < octets.length; room = octetsMost - 1) {
    let to = Math.min(from + room, octets.length)
    while (isWithinCharacter(octets[to])) to -= 1
    pieces.push(octets.toString('utf8', from, to))
    from = to
  }
  return pieces.join('\r\n ')
}

const octetsMost = 75
const isWithinCharacter = (octet = 0) => (octet & 0xc0) === 0x80
