import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Random } from '../../random.ts'
import type { AnswerCache, KeptAnswer } from './answer-cache.ts'
import type { StopNotice } from '../limits/drain.ts'
import { encodingFor } from '../answer/encodings.ts'
import type { Metrics } from '../request/metrics.ts'
import { requestIdOf } from '../request/request.ts'
import type { RequestLimit } from '../limits/request-limit.ts'
import { etagOf, hasIt } from './send-kept.ts'

/** Answers a request before the framework sees it; returns false when it does not. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

export type ShortcutDeps = {
  cache: Pick<AnswerCache, 'hit'>
  stop: Pick<StopNotice, 'isGiven'>
  limit: RequestLimit | undefined
  metrics: Pick<Metrics, 'answered'>
  random: Random
  log: Logger
  /** How many proxies stand before this process. */
  trustProxy: number
}

/**
 * Sends an answer from memory that was sent before: same status, headers and body as the first time, and counted,
 * limited and logged alike. Requests with anything unusual go to the framework.
 */
export function createShortcut(deps: ShortcutDeps): Shortcut {
  const { cache, stop, limit, metrics, random, log, trustProxy } = deps
  return (request, response) => {
    if (request.method !== 'GET' || stop.isGiven()) return false
    const kept = cache.hit(request)
    if (!kept) return false
    const encoding = encodingFor(request.headers['accept-encoding'], kept.body.length)
    const body = encoding === undefined ? kept.body : kept.encoded[encoding]
    // The first request in an encoding goes to the framework, which waits for the compression.
    if (!Buffer.isBuffer(body)) return false
    const began = performance.now()
    const limited = limit?.take(clientAddress(request, trustProxy)) ?? []
    if (limited === 'spent') return false
    const reqId = requestIdOf(request.headers, random)
    const { route, headers } = kept.sent
    const head = [...headers, ...limited, 'request-id', reqId, 'etag', etagOf(kept, encoding)]
    const status = hasIt(request, kept) ? 304 : 200
    if (status === 304) response.writeHead(status, head).end()
    else {
      if (encoding !== undefined) head.push('content-encoding', encoding)
      head.push('content-length', String(body.length))
      response.writeHead(status, head).end(body)
    }
    metrics.answered(log, { reqId, method: 'GET', route, status, ms: performance.now() - began })
    return true
  }
}

/** The address that so many proxies before this process saw, like the framework's `request.ip`. */
function clientAddress({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const passed = trustProxy === 0 ? undefined : headers['x-forwarded-for']
  const addresses = typeof passed === 'string' ? passed.split(',').map(one => one.trim()) : []
  return addresses.at(-Math.min(trustProxy, addresses.length)) ?? socket.remoteAddress ?? ''
}

const ofOneRequest =
  /^(?:request-id|x-unknown-parameters|connection|content-length|x-ratelimit-\w+)$/

/** Stores the headers with which the framework sends a kept answer, so that the next time needs no framework. */
export function rememberSent(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer) {
  if (kept.sent) return
  const headers = Object.entries({ ...reply.getHeaders(), ...kept.headers })
    .filter(([name]) => !ofOneRequest.test(name))
    .flatMap(([name, value]) => [value ?? ''].flat().flatMap(one => [name, String(one)]))
  kept.sent = { route: request.routeOptions.url ?? 'unknown', headers }
}
