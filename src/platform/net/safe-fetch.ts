import { lookup as resolveName } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type SafeRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Longer answers are refused. */
  bytesMax: number
  /** For everything together, redirects included. */
  timeoutMs: number
  /** Redirects that are followed, GET only; every hop is checked like the first. 0 hands the redirect back. */
  redirectsMax?: number
}

export type SafeAnswer =
  | { kind: 'answer'; status: number; headers: http.IncomingHttpHeaders; content: Buffer }
  | {
      kind: 'refused'
      because: 'address' | 'unreachable' | 'timeout' | 'too-large' | 'too-many-redirects'
    }

/** Fetches an address that somebody gave us. Never throws for what the other side or the address can cause. */
export type SafeFetch = (address: string, request: SafeRequest) => Promise<SafeAnswer>

type Answered = Extract<SafeAnswer, { kind: 'answer' }>
type Refused = Extract<SafeAnswer, { kind: 'refused' }>

const refused = (because: Refused['because']): Refused => ({ kind: 'refused', because })

/** A name that is refused takes a multiple of this long, whether it is unknown or private. */
const refusedNameMs = 500

/**
 * `mayReach` judges every IP address before a socket is opened to it. Names are resolved here, once per hop, all their
 * addresses must pass, and the socket goes to exactly these: a name that changes its mind in between changes nothing.
 * A name of this network is refused like one that does not exist, and as late: an answer must not tell which names there are.
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

/** All addresses that a name stands for. */
type Lookup = (name: string) => Promise<Resolved[]>

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

/** The address as it will be fetched. Odd spellings of an IP address (decimal, hexadecimal) are plain afterwards. */
function readAddress(address: string, base?: string): URL | undefined {
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  const fits = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  // Ports below belong to other services, which might take a request for something it is not.
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
  return { kind: 'answer', status, headers, content } satisfies Answered
}

type Resolved = { address: string; family: number }

/** Where the socket may go; nowhere when the name is unknown or one of its addresses may not be reached. */
async function publicAddresses(url: URL, hop: Hop): Promise<Resolved[]> {
  const passing = (found: Resolved[]) =>
    found.every(({ address }) => hop.mayReach(address)) ? found : []
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family) return passing([{ address: host, family }])
  const began = performance.now()
  const resolved = await Promise.race([hop.lookUp(host).catch(() => []), aborted(hop.signal)])
  const found = passing(resolved)
  if (found.length === 0) {
    const spent = performance.now() - began
    await wait(refusedNameMs - (spent % refusedNameMs), undefined, { signal: hop.signal })
  }
  return found
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Answers with the addresses that were checked, whatever is asked. */
function pinnedTo(addresses: Resolved[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
}

function open(url: URL, hop: Hop & { addresses: Resolved[] }): Promise<http.IncomingMessage> {
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

/** The body, or undefined when there is more of it than is wanted. */
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
