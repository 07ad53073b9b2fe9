import { type CustomTypesConfig, types } from 'pg'

type Parse = (text: string) => unknown

/** Object identifiers of PostgreSQL's types and of their arrays, for which `pg` has no names. */
const oids = {
  int8: 20,
  int8List: 1016,
  date: 1082,
  dateList: 1182,
  instant: 1184,
  timestamp: 1114,
  timestampList: 1115,
  numericList: 1231,
  textList: 1009,
}

// The parser of text[] is the parser of any list.
const parseList = types.getTypeParser(oids.textList) as (text: string) => (string | null)[]
const listOf =
  (parse: Parse): Parse =>
  text =>
    parseList(text).map(item => (item === null ? null : parse(item)))

/** Ids and minor units stay below 2^53. A larger number is a bug and must not be rounded. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers.`)
  return value
}

const asText: Parse = text => text

const parseInstant = types.getTypeParser(oids.instant) as Parse

/** Sessions are in UTC, so an instant reads `2026-07-01 10:20:30.5+00`. `pg`'s parser, which knows all zones, takes twice as long. */
const instant: Parse = text => {
  const isPlain = text.endsWith('+00') && text[10] === ' '
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseInstant(text)
}

const parsers = new Map<number, Parse>([
  [oids.int8, wholeNumber],
  [oids.int8List, listOf(wholeNumber)],
  [oids.instant, instant],
  // Dates and local times have no instant; a `Date` would add the zone of the process.
  [oids.date, asText],
  [oids.dateList, listOf(asText)],
  [oids.timestamp, asText],
  [oids.timestampList, listOf(asText)],
  [oids.numericList, listOf(asText)],
])

/**
 * The types in which columns arrive: int8 as number, timestamptz as Date, timestamp, date and numeric as text, and
 * the rest as in `pg`.
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
}
