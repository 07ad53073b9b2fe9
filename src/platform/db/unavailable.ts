export type UnavailableReason =
  | 'broken'
  | 'busy'
  | 'disk-full'
  | 'encoding'
  | 'in-use'
  | 'migrations'
  | 'missing'
  | 'not-permitted'
  | 'unreachable'
  | 'version'

/**
 * The database cannot be used, for a reason that an operator can correct. The message is one sentence for the
 * operator.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
    this.reason = reason
  }
}
