import { toLocal } from '../../core/time.ts'
import { parseWhen } from '../../core/when.ts'
import type { Deps } from '../deps.ts'
import type { Problems } from '../../platform/http/request/validation.ts'

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}(:?\d{2})?)?$/

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
  const times = Object.entries({ start_time, end_time })
  const wrong = times.filter(
    ([, text]) => text !== undefined && readMoment(text, deps) === undefined,
  )
  return Object.fromEntries(
    wrong.map(([name]) => [name, { code: 'rest_invalid_date', message: 'Invalid date.' }]),
  )
}

type Window = { starts_at: Date | null; ends_at: Date | null }

/**
 * The columns of a validity period, for the members that were sent. A time that is sent as it was read stays, also in
 * the second of two equal hours.
 */
export function windowColumns(
  { start_time, end_time }: { start_time?: string; end_time?: string },
  deps: Deps,
  before?: Window,
): Partial<Window> {
  const read = (text: string, kept: Date | null = null) =>
    kept && text === toLocal(kept, deps.config.timezone) ? kept : (readMoment(text, deps) ?? null)
  return {
    ...(start_time === undefined ? {} : { starts_at: read(start_time, before?.starts_at) }),
    ...(end_time === undefined ? {} : { ends_at: read(end_time, before?.ends_at) }),
  }
}
