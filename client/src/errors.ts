import type { ErrorCode } from './operations.ts'

/** A refusal of the service. Compare `code`; texts may change. */
export class MarqueeError extends Error {
  override readonly name = 'MarqueeError'
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** `params` names what was wrong, `doc_url` where it is described. */
  readonly data: Readonly<Record<string, unknown>>
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined

  constructor(
    { code, message, data }: { code: ErrorCode; message: string; data?: Record<string, unknown> },
    { status, requestId }: { status: number; requestId: string | undefined },
  ) {
    super(message)
    this.code = code
    this.status = status
    this.data = data ?? {}
    this.requestId = requestId
  }

  /** Whether it is this refusal: `if (MarqueeError.is(error, 'ticket-capacity-not-available'))`. */
  static is(error: unknown, code: ErrorCode): error is MarqueeError {
    return error instanceof MarqueeError && error.code === code
  }
}
