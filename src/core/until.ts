import { dayEdge, type Instant } from './local-time.ts'
import { isDayAlone, parseWhen, type WhenOptions } from './when.ts'

/**
 * The first moment after an "on or before" bound; undefined for a text that is no moment. A day without a
 * time means the whole day. Responses show whole seconds while the database stores fractions, so the named
 * second counts in full.
 */
export function justAfter(value: string, options: WhenOptions): Instant | undefined {
  const when = parseWhen(value, options)
  if (!when) return undefined
  const last = isDayAlone(value) ? dayEdge(when.local, 'end', options.zone) : when
  return new Date(last.instant.getTime() + 1000)
}
