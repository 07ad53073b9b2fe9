import { parseWhen } from '../../core/when.ts'
import type { Deps } from '../deps.ts'
import type { Problems } from '../../platform/http/validation.ts'

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}(:?\d{2})?)?$/

/**
 * When a coupon or fee begins or ends to run, as a client wrote it: a date-time, without an offset in the site's zone;
 * blank for never. Undefined for anything else.
 */
function readMoment(text: string, { clock, config }: Deps): Date | null | undefined {
  if (text.trim() === '') return null
  if (!dateTime.test(text)) return undefined
  return parseWhen(text, { zone: config.timezone, now: clock.now() })?.instant
}

/** A problem for each of the two ends of a window that is no date-time. */
export function windowProblems(
  { start_time, end_time }: { start_time?: string; end_time?: string },
  deps: Deps,
): Problems {
  const sent = Object.entries({ start_time, end_time })
  const wrong = sent.filter(
    ([, text]) => text !== undefined && readMoment(text, deps) === undefined,
  )
  return Object.fromEntries(
    wrong.map(([name]) => [name, { code: 'rest_invalid_date', message: 'Invalid date.' }]),
  )
}

/** The columns of a window, for what was sent of it. */
export function windowColumns(
  { start_time, end_time }: { start_time?: string; end_time?: string },
  deps: Deps,
) {
  return {
    ...(start_time === undefined ? {} : { starts_at: readMoment(start_time, deps) ?? null }),
    ...(end_time === undefined ? {} : { ends_at: readMoment(end_time, deps) ?? null }),
  }
}
