import { compactTime, type Years, zoneLines } from './calendar-zone.ts'
import { epochMsToWall, type Instant, wallToEpochMs } from './local-time.ts'
import { fixedOffsetMinutes, offsetMsAt } from './zone.ts'

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
export function calendarText(
  { name, url }: CalendarHead,
  entries: readonly CalendarEntry[],
): string {
  const written = entries.map(writeEntry)
  const head = [
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
    ...zonesOf(written).flatMap(({ zone, years }) => zoneLines(zone, years)),
  ]
  return [textOf(head), ...written.map(({ text }) => text), textOf(['END:VCALENDAR'])].join('')
}

function textOf(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) text += `${fold(line)}\r\n`
  return text
}

/** An entry as text, with its start and end; an entry of whole days has none. */
type Written = { text: string; moments: readonly Moment[] }

/** A time of an entry. `isLocal`: it is written in the local time of its zone. */
type Moment = { local: string; at: Instant; zone: string; isLocal: boolean }

function writeEntry(entry: CalendarEntry): Written {
  const { allDay, startLocal, endLocal, startsAt, endsAt, zone } = entry
  const moments = allDay
    ? []
    : [
        momentOf({ local: startLocal, at: startsAt, zone }),
        momentOf({ local: endLocal, at: endsAt, zone }),
      ]
  return { text: textOf(entryLines(entry, moments)), moments }
}

const momentOf = (time: Omit<Moment, 'isLocal'>): Moment => ({
  ...time,
  isLocal: isPlainLocal(time),
})

function entryLines(entry: CalendarEntry, moments: readonly Moment[]): string[] {
  const changed = utcText(entry.changedAt)
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `CREATED:${utcText(entry.createdAt)}`,
    `SEQUENCE:${entry.sequence}`,
    ...(entry.allDay ? dayLines(entry) : timeLines(moments)),
    `SUMMARY:${escapeText(entry.summary)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escapeText(entry.location)}`]),
    ...(entry.description === '' ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
    `URL:${entry.url}`,
    `STATUS:${entry.status}`,
    'END:VEVENT',
  ]
}

/** The end of a whole-day entry is the day after its last day. */
function dayLines({ startLocal, endLocal }: CalendarEntry): string[] {
  const last = new Date(`${endLocal.slice(0, 10)}T00:00:00Z`)
  const after = new Date(last.getTime() + dayMs).toISOString().slice(0, 10)
  return [
    `DTSTART;VALUE=DATE:${compactTime(startLocal.slice(0, 10))}`,
    `DTEND;VALUE=DATE:${compactTime(after)}`,
  ]
}

/** An end must be later than the start (RFC 5545 3.8.2.2); an entry without one ends when it begins. */
function timeLines([start, end]: readonly Moment[]): string[] {
  if (!start || !end) return []
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

const isUtc = (zone: string) =>
  fixedOffsetMinutes(zone) !== undefined || /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal)$/i.test(zone)

const dayMs = 86_400_000
/** Longer than any clock change: the largest left out or repeated a day. */
const changeDayMs = dayMs + 3_600_000

const utcText = (at: Instant) => `${compactTime(at.toISOString().slice(0, 19))}Z`

/** Each zone in which a time is written, with the years of these times. */
function zonesOf(entries: readonly Written[]): { zone: string; years: Years }[] {
  const found = new Map<string, Years>()
  for (const { local, zone, isLocal } of entries.flatMap(({ moments }) => moments)) {
    if (!isLocal) continue
    const year = Number(local.slice(0, 4))
    const known = found.get(zone) ?? { first: year, last: year }
    found.set(zone, { first: Math.min(known.first, year), last: Math.max(known.last, year) })
  }
  return [...found].map(([zone, years]) => ({ zone, years }))
}

/** Escapes a text (RFC 5545 3.3.11), and makes characters that are not allowed blanks. */
const escapeText = (text: string): string =>
  text.replace(/\r\n?|[\\;,]|[\p{Cc}\p{Cs}]/gu, found => escapes[found] ?? ' ')

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
