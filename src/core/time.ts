/** Everything about time: moments, wall clocks, zones and what people write for them. */
export {
  dayEdge,
  defaultWindow,
  details,
  endOfDay,
  type Instant,
  isoWithOffset,
  type LocalDateTime,
  localDateTime,
  shiftInstant,
  shiftLocal,
  startOfDay,
  toInstant,
  toLocal,
  type When,
  zoneAbbreviation,
} from './local-time.ts'
export { justAfter } from './until.ts'
export { parseWhen } from './when.ts'
export { isTimeZone } from './zone.ts'
