/** Everything about time: moments, wall clocks, zones and what people write for them. */
export {
  dayEdge,
  defaultWindow,
  details,
  type Instant,
  isoWithOffset,
  type LocalDateTime,
  nextMidnight,
  secondsBetween,
  secondsLater,
  toInstant,
  toLocal,
  type When,
  zoneAbbreviation,
} from './local-time.ts'
export { justAfter } from './until.ts'
export { isDayAlone, isFixedMoment, namesZone, parseWhen } from './when.ts'
export { isTimeZone, zoneName } from './zone.ts'
