import type { ErrorCode } from './operations.ts'

/** A request that the service refused. Compare `code`; the texts may change. */
export class MarqueeError extends Error {
  override readonly name = 'MarqueeError'
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** `params` names the wrong parameters; `doc_url` is the page that describes them. */
  readonly data: Readonly<Record<string, unknown>>
  /** The id of the request in the service's log. */
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

  /** Whether an error is this refusal: `if (MarqueeError.is(error, 'ticket-capacity-not-available'))`. */
  static is(error: unknown, code: ErrorCode): error is MarqueeError {
    return error instanceof MarqueeError && error.code === code
  }
}
