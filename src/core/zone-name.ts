import { fixedOffsetMinutes, offsetMsAt, stretchEnd } from './zone.ts'

/** English zone names for which `Intl` has no abbreviation → the abbreviation that the tz database uses. */
const abbreviations: Readonly<Record<string, string>> = {
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'British Summer Time': 'BST',
  'Irish Standard Time': 'IST',
  'Moscow Standard Time': 'MSK',
  'East Africa Time': 'EAT',
  'West Africa Time': 'WAT',
  'Central Africa Time': 'CAT',
  'South Africa Standard Time': 'SAST',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hawaii-Aleutian Daylight Time': 'HDT',
  'Yukon Time': 'MST',
  'Mexican Pacific Standard Time': 'MST',
  'Cuba Standard Time': 'CST',
  'Cuba Daylight Time': 'CDT',
  'Newfoundland Standard Time': 'NST',
  'Newfoundland Daylight Time': 'NDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Central Standard Time': 'ACST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Western Standard Time': 'AWST',
  'New Zealand Standard Time': 'NZST',
  'New Zealand Daylight Time': 'NZDT',
  'India Standard Time': 'IST',
  'Pakistan Standard Time': 'PKT',
  'Israel Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Hong Kong Standard Time': 'HKT',
  'China Standard Time': 'CST',
  'Taiwan Standard Time': 'CST',
  'Japan Standard Time': 'JST',
  'Korean Standard Time': 'KST',
  'Philippine Standard Time': 'PST',
  'Western Indonesia Time': 'WIB',
  'Central Indonesia Time': 'WITA',
  'Eastern Indonesia Time': 'WIT',
  'Chamorro Standard Time': 'ChST',
  'American Samoa Standard Time': 'SST',
}

/** Zones that keep London's time but for which `Intl` has other names. */
const likeLondon = new Set(['europe/guernsey', 'europe/isle_of_man', 'europe/jersey'])

/**
 * `Intl` does not know the names used long ago, so an abbreviation is looked up at the end of its offset period, or
 * at this moment for a period without an end.
 */
const year2100 = 4_102_444_800_000

const maxKnown = 5000
const names = new Map<string, string>()

/**
 * The zone's abbreviation (contract.md 12.2): `EST`, `CEST`, `JST`; `+03` where the zone has no letters; for
 * a zone given as an offset, that text. The result is cached for the whole period between two clock changes.
 */
export function abbreviationAt(epochMs: number, zone: string): string {
  if (fixedOffsetMinutes(zone) !== undefined) return zone
  const moment = Math.min(stretchEnd(epochMs, zone) - 1000, Math.max(epochMs, year2100))
  const key = `${zone} ${moment}`
  const before = names.get(key)
  if (before !== undefined) return before
  if (names.size >= maxKnown) names.clear()
  const name = abbreviate(moment, zone)
  names.set(key, name)
  return name
}

function abbreviate(epochMs: number, zone: string): string {
  const timeZone = likeLondon.has(zone.toLowerCase()) ? 'Europe/London' : zone
  const short = nameOf(epochMs, timeZone, 'short')
  if (!/[+-]\d/.test(short)) return short
  return abbreviations[nameOf(epochMs, timeZone, 'long')] ?? offsetText(offsetMsAt(epochMs, zone))
}

function nameOf(epochMs: number, timeZone: string, timeZoneName: 'short' | 'long'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(epochMs)
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}

/** An offset as text: `+03`, `-0330`. */
function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const sign = offsetMs < 0 ? '-' : '+'
  return sign + twoDigits(hours) + (rest === 0 ? '' : twoDigits(rest))
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
