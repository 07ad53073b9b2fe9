import type { ErrorCode, Scanned } from './operations.ts'

/** All that a refusal says: the members of every error, and those that some routes add, such as `attendee` of a scan. */
export type Refusal = Readonly<Partial<Scanned>> & Readonly<Record<string, unknown>>

/** A request that the service refused. Compare `code`; the texts may change. */
export class MarqueeError extends Error {
  override readonly name = 'MarqueeError'
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** `params` names the wrong parameters; `doc_url` is the page that describes them. */
  readonly data: Readonly<Record<string, unknown>>
  /** The whole answer, with the members that it has beside `data`. */
  readonly body: Refusal
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined

  constructor(
    { code, message, data }: { code: ErrorCode; message: string; data?: Record<string, unknown> },
    about: { status: number; requestId: string | undefined; body?: Refusal },
  ) {
    super(message)
    this.code = code
    this.status = about.status
    this.data = data ?? {}
    this.body = about.body ?? {}
    this.requestId = about.requestId
  }

  /** Whether an error is this refusal: `if (MarqueeError.is(error, 'ticket-capacity-not-available'))`. */
  static is(error: unknown, code: ErrorCode): error is MarqueeError {
    return error instanceof MarqueeError && error.code === code
  }
}
