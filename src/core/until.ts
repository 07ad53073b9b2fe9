import type { Instant } from './local-time.ts'
import { parseWhen, type WhenOptions } from './when.ts'

const dayAlone = /^\s*\d{4}-\d\d-\d\d\s*$/

/**
 * The first moment after "on or before" this, or undefined for what is no moment. A day without a time means all of it.
 * Answers show seconds and the database keeps parts of them, so the second that is named belongs to it until it is over.
 */
export function justAfter(value: string, options: WhenOptions): Instant | undefined {
  const when = parseWhen(dayAlone.test(value) ? `${value.trim()} 23:59:59` : value, options)
  return when && new Date(when.instant.getTime() + 1000)
}
