import type { IncomingHttpHeaders } from 'node:http'
import { isPlainObject } from './coerce.ts'
import { type UnknownParameter, unknownSentence } from './unknown-parameters.ts'

/** How a client wants unknown parameters handled (RFC 7240): refused, named in the body, or only in the header. */
export type Handling = 'strict' | 'lenient' | undefined

const handling = /(?:^|[,;\s])handling\s*=\s*"?(strict|lenient)\b/i

export function handlingOf({ prefer }: IncomingHttpHeaders): Handling {
  if (prefer === undefined) return undefined
  return handling.exec([prefer ?? ''].flat().join(','))?.[1]?.toLowerCase() as Handling
}

/** Names the header in which every answer tells of unknown parameters. */
export const unknownHeaderName = 'x-unknown-parameters'

/**
 * The body with a warning for each unknown parameter, after its own warnings. A bare array has no place for them.
 */
export function withWarnings(body: unknown, unknown: readonly UnknownParameter[]): unknown {
  if (unknown.length === 0 || !isPlainObject(body)) return body
  const own = Array.isArray(body['warnings']) ? (body['warnings'] as unknown[]) : []
  const warnings = unknown.map(one => `${unknownSentence(one)} It was ignored.`)
  return { ...body, warnings: [...own, ...warnings] }
}
