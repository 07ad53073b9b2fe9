import { offsetMsAt, stretchEnd } from './zone.ts'

export type Years = { first: number; last: number }

/** A clock change of a zone; `local` is the local time before it. */
type Change = { local: string; from: number; to: number }

/** A zone's clock changes in these years as RFC 5545 writes them, for programs that do not know zones by name. */
export function zoneLines(zone: string, { first, last }: Years): string[] {
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
    `DTSTART:${compactTime(local)}`,
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

/** A date, or a date and a time, without the characters between. */
export function compactTime(local: string): string {
  const date = local.slice(0, 4) + local.slice(5, 7) + local.slice(8, 10)
  if (local.length === 10) return date
  return `${date}T${local.slice(11, 13)}${local.slice(14, 16)}${local.slice(17, 19)}`
}
