import { MarqueeError } from './errors.ts'

export type Credentials = { login: string; password: string } | { key: string }

export type ClientOptions = {
  /**
   * The root of the API up to the vendor, such as `https://tickets.example/svc` or
   * `https://example.org/wp-json/tribe`.
   */
  url: string
  /** A login with an application password, or an API key. Without them the client acts as a buyer. */
  as?: Credentials
  /** How unknown parameters are handled; `strict`, the default, refuses them. */
  handling?: 'strict' | 'lenient'
  /** How often a request is sent again after a network failure, 429 or 503; 4 by default. */
  retries?: number
  fetch?: typeof globalThis.fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /**
   * The idempotency key. A write that is repeated under the same key happens once. By default every call has a new
   * one.
   */
  idempotencyKey?: string
  /** The ETag of the version that a change was made from. When the record was changed meanwhile, the change is refused. */
  ifMatch?: string
}

export type Request = { method: string; path: string; query: URLSearchParams; body?: unknown }

const longestWaitMs = 30_000
const firstWaitMs = 300

/** Sends a request until it is answered. Writes carry one idempotency key, so repeating them is safe. */
export async function send(
  options: ClientOptions,
  request: Request,
  how: CallOptions = {},
): Promise<unknown> {
  const { signal } = how
  const { fetch = globalThis.fetch, retries = 4 } = options
  const address = addressOf(options, request)
  const init = { ...initOf(options, request, how), ...(signal && { signal }) }
  for (let tries = 0; ; tries += 1) {
    const isLast = tries >= retries
    const answer = await fetch(address, init).catch((error: unknown) => {
      if (isLast || signal?.aborted) throw error
      return undefined
    })
    if (answer?.ok) return read(answer)
    const wait = waitAfter(answer, tries)
    if (answer && (wait === undefined || isLast)) throw await errorOf(answer)
    await pause(wait ?? 0, signal)
  }
}

function addressOf({ url }: ClientOptions, { path, query }: Request): string {
  return `${url.replace(/\/$/, '')}/${path}${query.size > 0 ? `?${query}` : ''}`
}

function initOf(options: ClientOptions, { method, body }: Request, how: CallOptions): RequestInit {
  const headers = headersOf(options)
  if (method !== 'GET') headers['idempotency-key'] = how.idempotencyKey ?? crypto.randomUUID()
  if (how.ifMatch !== undefined) headers['if-match'] = how.ifMatch
  if (body === undefined) return { method, headers }
  headers['content-type'] = 'application/json'
  return { method, headers, body: JSON.stringify(body) }
}

function headersOf({ as, handling = 'strict' }: ClientOptions): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    prefer: `handling=${handling}`,
  }
  if (as && 'key' in as) headers['authorization'] = `Bearer ${as.key}`
  if (as && 'login' in as) {
    const bytes = new TextEncoder().encode(`${as.login}:${as.password}`)
    headers['authorization'] = `Basic ${btoa(String.fromCharCode(...bytes))}`
  }
  return headers
}

/** Milliseconds until the same request may succeed; undefined when it never will. */
function waitAfter(answer: Response | undefined, tries: number): number | undefined {
  const usual = firstWaitMs * 2 ** tries
  if (!answer) return usual
  if (![429, 502, 503, 504].includes(answer.status)) return undefined
  const seconds = Number(answer.headers.get('retry-after'))
  const wait = seconds > 0 ? seconds * 1000 : usual
  return wait > longestWaitMs ? undefined : wait
}

async function read(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (text === '') return undefined
  return /\bjson\b/.test(answer.headers.get('content-type') ?? 'json') ? JSON.parse(text) : text
}

async function errorOf(answer: Response): Promise<MarqueeError> {
  const read: unknown = await answer.json().catch(() => undefined)
  // A proxy between may answer with any JSON.
  const body = (typeof read === 'object' && read !== null ? read : {}) as Record<string, never>
  const about = {
    status: answer.status,
    requestId: answer.headers.get('request-id') ?? undefined,
    body,
  }
  const { code = body['error'] ?? 'internal_server_error', data = {} } = body
  const message = body['message'] ?? body['msg'] ?? `The service answered ${answer.status}.`
  return new MarqueeError({ code, message, data }, about)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
