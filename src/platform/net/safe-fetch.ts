import { lookup as resolveName } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type SafeRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** The size limit of a response. */
  bytesMax: number
  /** The time limit of the whole fetch, redirects included. */
  timeoutMs: number
  /**
   * The number of redirects to follow, GET only. Every address on the way is checked like the first. 0
   * returns the redirect itself.
   */
  redirectsMax?: number
}

export type SafeAnswer =
  | { kind: 'answer'; status: number; headers: http.IncomingHttpHeaders; content: Buffer }
  | {
      kind: 'refused'
      because: 'address' | 'unreachable' | 'timeout' | 'too-large' | 'too-many-redirects'
    }

/** Fetches an address that a user gave. Never throws for anything that the address or the other side can cause. */
export type SafeFetch = (address: string, request: SafeRequest) => Promise<SafeAnswer>

type SafeSuccess = Extract<SafeAnswer, { kind: 'answer' }>
type SafeRefusal = Extract<SafeAnswer, { kind: 'refused' }>

const refused = (because: SafeRefusal['because']): SafeRefusal => ({ kind: 'refused', because })

/**
 * A refusal takes a multiple of this many milliseconds, so that its duration does not show whether a name is
 * unknown or private.
 */
const refusedNameMs = 500

/**
 * `mayReach` judges every IP address before a connection. Names are resolved here, once per redirect; all
 * their addresses must pass, and the connection goes to exactly these, so a name that changes its address has
 * no effect. A name of a private network is refused like an unknown one, after the same time, so that
 * responses do not reveal which names exist.
 */
export function createSafeFetch(
  mayReach: (ip: string) => boolean,
  lookUp: Lookup = name => resolveName(name, { all: true }),
): SafeFetch {
  return async (address, request) => {
    const signal = AbortSignal.timeout(request.timeoutMs)
    try {
      return await follow(address, { ...request, signal, mayReach, lookUp })
    } catch {
      return refused(signal.aborted ? 'timeout' : 'unreachable')
    }
  }
}

type Hop = SafeRequest & {
  signal: AbortSignal
  mayReach: (ip: string) => boolean
  lookUp: Lookup
}

/** All IP addresses of a name. */
type Lookup = (name: string) => Promise<ResolvedAddress[]>

async function follow(address: string, hop: Hop): Promise<SafeAnswer> {
  const { redirectsMax = 0, method = 'GET' } = hop
  let url = readAddress(address)
  for (let redirects = 0; url !== undefined; redirects += 1) {
    const answer = await once(url, hop)
    if (answer.kind === 'refused' || method !== 'GET' || redirectsMax === 0) return answer
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer
    if (redirects >= redirectsMax) return refused('too-many-redirects')
    url = readAddress(location, url.href)
  }
  return refused('address')
}

/**
 * The address that will be fetched. `URL` turns odd spellings of an IP address (decimal, hexadecimal) into
 * the usual one.
 */
function readAddress(address: string, base?: string): URL | undefined {
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  const fits = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  // Low ports belong to other services, which might misread an HTTP request.
  const isWebPort = ['', '80', '443'].includes(url.port) || Number(url.port) > 1023
  return fits && isWebPort ? url : undefined
}

async function once(url: URL, hop: Hop): Promise<SafeAnswer> {
  const addresses = await publicAddresses(url, hop)
  if (addresses.length === 0) return refused('unreachable')
  const response = await open(url, { ...hop, addresses })
  const content = await readAll(response, hop.bytesMax)
  response.destroy()
  if (content === undefined) return refused('too-large')
  const { statusCode: status = 0, headers } = response
  return { kind: 'answer', status, headers, content } satisfies SafeSuccess
}

type ResolvedAddress = { address: string; family: number }

/** The addresses to connect to; none when the name is unknown or one of its addresses is not allowed. */
async function publicAddresses(url: URL, hop: Hop): Promise<ResolvedAddress[]> {
  const passing = (addresses: ResolvedAddress[]) =>
    addresses.every(({ address }) => hop.mayReach(address)) ? addresses : []
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family) return passing([{ address: host, family }])
  const began = performance.now()
  const resolved = await Promise.race([hop.lookUp(host).catch(() => []), aborted(hop.signal)])
  const allowed = passing(resolved)
  if (allowed.length === 0) {
    const spent = performance.now() - began
    await wait(refusedNameMs - (spent % refusedNameMs), undefined, { signal: hop.signal })
  }
  return allowed
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A DNS look-up that always returns the addresses that were checked. */
function pinnedTo(addresses: ResolvedAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
}

function open(
  url: URL,
  hop: Hop & { addresses: ResolvedAddress[] },
): Promise<http.IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal, addresses } = hop
  const client = url.protocol === 'https:' ? https : http
  return new Promise((done, reject) => {
    const request = client.request(url, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
      agent: false,
      lookup: pinnedTo(addresses),
      signal,
    })
    request.on('error', reject)
    request.on('response', done)
    request.end(body)
  })
}

/** The body; undefined when it exceeds the size limit. */
async function readAll(
  response: http.IncomingMessage,
  bytesMax: number,
): Promise<Buffer | undefined> {
  if (Number(response.headers['content-length'] ?? 0) > bytesMax) return undefined
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > bytesMax) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
