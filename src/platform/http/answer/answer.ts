import type { Readable } from 'node:stream'

/** The result of a handler that sets more than the body: another status, or headers (`set-cookie`, `location`). */
export class Answer<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Record<string, string | string[]>

  constructor(
    body: T,
    extras: { status?: number; headers?: Record<string, string | string[]> } = {},
  ) {
    this.body = body
    this.status = extras.status
    this.headers = extras.headers ?? {}
  }
}

/** A body that is sent unchanged instead of as JSON: a picture, a page, or a stream of what is too large for the memory. */
export class Raw {
  readonly content: Buffer | string | Readable
  readonly type: string

  constructor(content: Buffer | string | Readable, type: string) {
    this.content = content
    this.type = type
  }
}
