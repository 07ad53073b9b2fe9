import { epochMsToWall, type Instant, wallToEpochMs } from './local-time.ts'
import { fixedOffsetMinutes, offsetMsAt, stretchEnd } from './zone.ts'

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
    `DTSTART;VALUE=DATE:${compact(startLocal.slice(0, 10))}`,
    `DTEND;VALUE=DATE:${compact(after)}`,
  ]
}

const timeLines = (moments: readonly Moment[]) =>
  moments.map((moment, index) => `${index === 0 ? 'DTSTART' : 'DTEND'}${timeText(moment)}`)

const timeText = ({ local, at, zone, isLocal }: Moment) =>
  isLocal ? `;TZID=${zone}:${compact(local)}` : `:${utcText(at)}`

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

/** A date, or a date and a time, without the characters between. */
function compact(local: string): string {
  const date = local.slice(0, 4) + local.slice(5, 7) + local.slice(8, 10)
  if (local.length === 10) return date
  return `${date}T${local.slice(11, 13)}${local.slice(14, 16)}${local.slice(17, 19)}`
}
const utcText = (at: Instant) => `${compact(at.toISOString().slice(0, 19))}Z`

type Years = { first: number; last: number }

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

/** A clock change of a zone; `local` is the local time before it. */
type Change = { local: string; from: number; to: number }

/** The zone's clock changes in these years, for programs that do not know zones by name. */
function zoneLines(zone: string, { first, last }: Years): string[] {
  const begin = Date.UTC(first - 1, 0, 1)
  const changes = changesOf(zone, begin, Date.UTC(last + 2, 0, 1))
  const offset = offsetMsAt(begin, zone)
  const before: Change = { local: `${first - 1}-01-01 00:00:00`, from: offset, to: offset }
  const rules = yearlyRules(changes)
  // Clock changes that the yearly rule repeats need not be listed.
  const observances = rules ?? [
    { change: before, rule: '' },
    ...changes.map(change => ({ change, rule: '' })),
  ]
  const usual = Math.min(...observances.map(({ change }) => change.to))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observances.flatMap(({ change, rule }) => observanceLines(change, { rule, usual })),
    'END:VTIMEZONE',
  ]
}

function observanceLines(
  { local, from, to }: Change,
  { rule, usual }: { rule: string; usual: number },
) {
  const kind = to > usual ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${compact(local)}`,
    ...(rule === '' ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ]
}

function changesOf(zone: string, begin: number, end: number): Change[] {
  const changes: Change[] = []
  let at = stretchEnd(begin, zone)
  while (at < end) {
    const [from, to] = [offsetMsAt(at - 1, zone), offsetMsAt(at, zone)]
    if (from !== to) changes.push({ local: wallAt(at + from), from, to })
    at = stretchEnd(at, zone)
  }
  return changes
}

/** Local time at a fixed offset, written in the form of UTC. */
const wallAt = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Two clock changes a year on the same weekday of the same month at the same time, as rules; undefined for other
 * zones.
 */
function yearlyRules(changes: readonly Change[]): { change: Change; rule: string }[] | undefined {
  if (changes.length < 4 || changes.length % 2 !== 0) return undefined
  const rules = [0, 1].map(offset => {
    const of = changes.filter((_, index) => index % 2 === offset)
    const [change] = of
    const rule = ruleOf(of)
    return change && rule ? { change, rule } : undefined
  })
  const [one, other] = rules
  return one && other ? [one, other] : undefined
}

function ruleOf(changes: readonly Change[]): string | undefined {
  const days = changes.map(({ local }) => dayOf(local))
  const [first] = days
  if (!first) return undefined
  const isAlike = changes.every(
    ({ local, from, to }, index) =>
      from === changes[0]?.from &&
      to === changes[0]?.to &&
      local.slice(11) === changes[0]?.local.slice(11) &&
      days[index]?.month === first.month &&
      days[index]?.weekday === first.weekday &&
      days[index]?.year === first.year + index,
  )
  if (!isAlike) return undefined
  const nth = days.every(({ isLast }) => isLast)
    ? -1
    : days.every(day => day.nth === first.nth)
      ? first.nth
      : undefined
  return nth === undefined
    ? undefined
    : `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${nth}${first.weekday}`
}

function dayOf(local: string) {
  const [year = 0, month = 0, day = 0] = local.slice(0, 10).split('-').map(Number)
  const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? 'SU'
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { year, month, weekday, nth: Math.ceil(day / 7), isLast: day + 7 > daysInMonth }
}

function offsetText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours, minutes, rest] = parts.map(part => String(part).padStart(2, '0'))
  return `${ms < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`
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
