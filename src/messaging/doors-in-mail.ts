import { doorsOf } from '../catalogue/events/rules.doors.ts'
import { plainSpaces } from '../core/words/event-times.ts'
import type { Words } from '../core/words/speak.ts'

type Doors = { start_local: string; timezone: string; doors_offset_s: number | null }

/** When the doors open, in mails and on paper: the time alone on the day of the start. Undefined when nobody said so. */
export function doorsInMail(event: Doors, { moment }: Pick<Words, 'moment'>): string | undefined {
  const doors = doorsOf(event)
  if (!doors) return undefined
  const isThatDay = doors.local.slice(0, 10) === event.start_local.slice(0, 10)
  return plainSpaces(moment(doors.instant, event.timezone, isThatDay ? 'time' : 'full'))
}
