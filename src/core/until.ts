import type { Instant } from './local-time.ts'
import { parseWhen, type WhenOptions } from './when.ts'

const dayAlone = /^\s*\d{4}-\d\d-\d\d\s*$/

/**
 * The first moment after an "on or before" bound; undefined for a text that is no moment. A day without a
 * time means the whole day. Responses show whole seconds while the database stores fractions, so the named
 * second counts in full.
 */
export function justAfter(value: string, options: WhenOptions): Instant | undefined {
  const when = parseWhen(dayAlone.test(value) ? `${value.trim()} 23:59:59` : value, options)
  return when && new Date(when.instant.getTime() + 1000)
}
