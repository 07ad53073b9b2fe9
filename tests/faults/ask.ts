export type ServerRequest = {
  method: string
  path: string
  body?: object
  /** A raw body, sent instead of `body`. */
  raw?: Buffer
  headers?: Record<string, string>
}

/** `status` 0: the connection ended before a response. */
export type Answer = { status: number; json: any; text: string; retryAfter: string | null }

const answerMilliseconds = 60_000

/** Sends one request, without any retry. */
export async function ask(
  base: string,
  { method, path, body, raw, headers }: ServerRequest,
): Promise<Answer> {
  try {
    const response = await fetch(`${base}/svc${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: raw ? new Uint8Array(raw) : body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    const text = await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null
    return { status: response.status, json, text, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    const { name, message, cause } = error as Error
    if (name === 'TypeError' || name === 'SyntaxError') {
      return { status: 0, json: null, text: `${message}: ${String(cause)}`, retryAfter: null }
    }
    throw new Error(`${method} ${path}: no answer in ${answerMilliseconds} ms`, { cause: error })
  }
}
