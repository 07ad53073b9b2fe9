import { parseWhen } from '../../core/when.ts'
import type { Deps } from '../deps.ts'
import type { Problems } from '../../platform/http/validation.ts'

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}(:?\d{2})?)?$/

/**
 * The moment a coupon or fee becomes or ceases to be valid, from a client's text: a date-time, read in the
 * site's zone without an offset; blank for never. Undefined for any other text.
 */
function readMoment(text: string, { clock, config }: Deps): Date | null | undefined {
  if (text.trim() === '') return null
  if (!dateTime.test(text)) return undefined
  return parseWhen(text, { zone: config.timezone, now: clock.now() })?.instant
}

/** A problem for each end of a validity period that is no date-time. */
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

/** The columns of a validity period, for the members that were sent. */
export function windowColumns(
  { start_time, end_time }: { start_time?: string; end_time?: string },
  deps: Deps,
) {
  return {
    ...(start_time === undefined ? {} : { starts_at: readMoment(start_time, deps) ?? null }),
    ...(end_time === undefined ? {} : { ends_at: readMoment(end_time, deps) ?? null }),
  }
}
