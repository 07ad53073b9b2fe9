import { Temporal } from 'temporal-polyfill'
import { remember } from './remember.ts'

/**
 * A period in which a zone keeps one offset: from `from` (included) to `until` (excluded), in milliseconds
 * since 1970.
 */
type Stretch = { from: number; until: number; offsetMs: number }

const maxOffsetMinutes = 14 * 60
const maxZones = 2000
const maxStretches = 500

/**
 * A zone look-up costs about 25 µs. A list converts hundreds of times, nearly always within the same period,
 * so offsets are cached. Both levels of the cache are bounded, because clients choose the zone names and the
 * dates.
 */
const stretchesOf = new Map<string, Stretch[]>()

/**
 * Whether events can use this zone (contract.md 11.2): an IANA name in any case, `UTC`, `UTC±n` or `GMT±n`
 * with `.5`, `.75` or `:30`, or `±HH:MM`; at most 14 hours from UTC. Never throws.
 */
export function isTimeZone(name: string): boolean {
  return stretchesOf.has(name) || fixedOffsetMinutes(name) !== undefined || isNamedZone(name)
}

/**
 * The zone's name as IANA spells it: `europe/oslo` → `Europe/Oslo`. Older names of a zone stay, as `Asia/Calcutta`. The
 * zone must pass `isTimeZone`.
 */
export const zoneName = remember(maxZones, spelling)

function spelling(name: string): string {
  if (fixedOffsetMinutes(name) !== undefined) return name.toUpperCase()
  return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
}

/**
 * Milliseconds that the zone's clocks are ahead of UTC at this moment. Throws for an unknown zone, which is a
 * bug of ours.
 */
export function offsetMsAt(epochMs: number, zone: string): number {
  return stretchAt(epochMs, zone).offsetMs
}

/** The moment of the zone's next offset change after this one; infinite when none is known. */
export function stretchEnd(epochMs: number, zone: string): number {
  return stretchAt(epochMs, zone).until
}

/** Minutes from UTC of a fixed offset: `UTC+5.5` → 330. Undefined for other texts and for more than 14 hours. */
export function fixedOffsetMinutes(name: string): number | undefined {
  const parts =
    /^(?:UTC|GMT)([+-])(\d{1,2})(?:\.(\d{1,2})|:([0-5]\d))?$/i.exec(name) ??
    /^([+-])(\d\d)()(?::([0-5]\d))$/.exec(name)
  if (!parts) return undefined
  const [, sign, hours, fraction, minutes] = parts
  const beyond = fraction ? Math.round(Number(`0.${fraction}`) * 60) : Number(minutes ?? 0)
  const total = Number(hours) * 60 + beyond
  if (total > maxOffsetMinutes) return undefined
  return sign === '-' ? -total || 0 : total
}

function stretchAt(epochMs: number, zone: string): Stretch {
  const stretches = stretchesOf.get(zone) ?? []
  for (const stretch of stretches) {
    if (epochMs >= stretch.from && epochMs < stretch.until) return stretch
  }
  // Fails for an unknown zone, which is then not cached.
  const newStretch = findStretch(epochMs, zone)
  if (stretches.length === 0) {
    if (stretchesOf.size >= maxZones) stretchesOf.clear()
    stretchesOf.set(zone, stretches)
  }
  if (stretches.length >= maxStretches) stretches.length = 0
  stretches.push(newStretch)
  return newStretch
}

function findStretch(epochMs: number, zone: string): Stretch {
  const fixed = fixedOffsetMinutes(zone)
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  if (fixed !== undefined) return { ...always, offsetMs: fixed * 60_000 }
  if (!isNamedZone(zone)) throw new Error(`${zone} is not a time zone`)
  const moment = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(
    zone,
  )
  // The "previous" change is strictly before the moment: a period includes its first moment.
  const from = moment.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const until = moment.getTimeZoneTransition('next')
  return {
    from: from?.epochMilliseconds ?? always.from,
    until: until?.epochMilliseconds ?? always.until,
    offsetMs: moment.offsetNanoseconds / 1_000_000,
  }
}

function isNamedZone(name: string): boolean {
  // This pattern also rejects ISO dates with a zone in brackets, which Temporal would accept.
  if (name.length > 64 || !/^[a-z][\w+/-]*$/i.test(name) || /^systemv/i.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
