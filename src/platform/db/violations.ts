import { DatabaseUnavailable } from './unavailable.ts'

type DatabaseError = { code?: unknown; constraint?: unknown; message?: unknown }

const codeOf = (error: unknown) => {
  const { code } = (error ?? {}) as DatabaseError
  return typeof code === 'string' ? code : ''
}

/** The name of the constraint that a write violated; undefined when the error is another one. */
export function violatedConstraint(error: unknown): string | undefined {
  const { constraint } = (error ?? {}) as DatabaseError
  return codeOf(error).startsWith('23') && typeof constraint === 'string' ? constraint : undefined
}

/**
 * What a transaction had read before it took its locks is no longer so. Thrown inside the transaction, which may succeed
 * when run again.
 */
export class Overtaken extends Error {}

const retryable = new Set(['40001', '40P01', '55P03'])

/**
 * Serialisation failure, deadlock, lock timeout, a prepared statement that was refused, or `Overtaken`: the same
 * transaction may succeed when run again.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof Overtaken || retryable.has(codeOf(error))) return true
  return isNameUnknown(error) || isPlanStale(error)
}

/**
 * The server connection lacks the prepared statement of this name, or has one already, because a pooler switched
 * connections. The statement was not run.
 */
export function isNameUnknown(error: unknown): boolean {
  return ['26000', '42P05'].includes(codeOf(error))
}

/**
 * A table changed since the statement was prepared, so its result would have other columns. The statement was not
 * run.
 */
export function isPlanStale(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test(String((error as DatabaseError).message))
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
const lostMessages =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed/i

/** The server did not answer in time; it or the network may be gone. */
export function isUnanswered(error: unknown): boolean {
  return ((error ?? {}) as DatabaseError).message === 'Query read timeout'
}

/** The server cancelled the statement because it took too long. */
export function isGivenUp(error: unknown): boolean {
  return codeOf(error) === '57014'
}

// Connection failures, lack of resources (disk, memory, connections), shutdown, timeouts, a primary that became a standby.
const unavailableCodes = /^(08|53|57P|57014|25006|25P03)/

/** The disk of the database is full: nothing can be written until somebody frees space. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.reason === 'disk-full'
  return ['53100', 'ENOSPC'].includes(codeOf(error))
}

/**
 * The database is unavailable at the moment, or the connection was lost. Whether the last statement took effect is
 * unknown, and trying again later may help.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isUnanswered(error)) return true
  const code = codeOf(error)
  if (unavailableCodes.test(code) || networkCodes.has(code)) return true
  const { message } = (error ?? {}) as DatabaseError
  return typeof message === 'string' && lostMessages.test(message)
}

/** The database cannot represent a value it was given: out of range, invalid encoding. */
export function isValueRefused(error: unknown): boolean {
  return codeOf(error).startsWith('22')
}
