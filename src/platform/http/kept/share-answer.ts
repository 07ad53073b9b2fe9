import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../core/caller.ts'
import type { StoredAnswer } from '../../idempotency/rules.ts'
import { networkOf } from '../../net/network-of.ts'
import { type Basis, createBasis } from './answer-basis.ts'
import type { AnswerCache, RequestHead } from './answer-cache.ts'
import { sendKept } from './send-kept.ts'
import { handlingOf, unknownHeaderName, withWarnings } from '../request/handling.ts'
import { isEnveloped, jsonOf, jsonType, send } from '../answer/respond.ts'
import { rememberSent } from './shortcut.ts'
import { type UnknownParameter, unknownHeader } from '../request/unknown-parameters.ts'

const isLenient = ({ headers }: FastifyRequest) => handlingOf(headers) === 'lenient'

/** The body, with warnings about unknown parameters for a client that asked for them. */
export const toldTo = (
  request: FastifyRequest,
  body: unknown,
  unknown: readonly UnknownParameter[],
) => (isLenient(request) ? withWarnings(body, unknown) : body)

export function nameUnknown(reply: FastifyReply, unknown: readonly UnknownParameter[]) {
  if (unknown.length > 0) reply.header(unknownHeaderName, unknownHeader(unknown))
}

/** Receives what a kept answer is made of. */
export type Making = { standBack?: (() => void) | undefined; basis?: Basis }
type Make = (
  request: FastifyRequest,
  reply: FastifyReply,
  making: Making,
) => Promise<StoredAnswer & { caller: Caller }>

type Sharing = {
  kept: AnswerCache
  /** The kinds of record that the answer may depend on. */
  kinds: readonly string[]
  make: Make
  /** The query parameters that the answer depends on. */
  read: readonly string[]
  /** Other query parameters, which the answer names in a header. */
  unknown: readonly UnknownParameter[]
}

/** Answers from memory where that is allowed, and keeps answers that had to be made. */
export async function shareAnswer(
  { kept, kinds, make, read, unknown }: Sharing,
  [request, reply]: [FastifyRequest, FastifyReply],
) {
  const cached = isEnveloped(request)
    ? undefined
    : await kept.look(askedAt(request, unknown), {
        text: questionOf(request, read),
        network: networkOf(request.ip),
        kinds,
      })
  if (cached && 'body' in cached) {
    rememberSent(request, reply, cached)
    nameUnknown(reply, unknown)
    if (unknown.length === 0 || !isLenient(request)) {
      return sendKept(kept, { request, reply, kept: cached })
    }
    const body = withWarnings(JSON.parse(cached.body.toString()), unknown)
    return send({ request, reply }, body, { status: 200 })
  }
  const { told, ...basis } = createBasis(kinds)
  try {
    const making = { standBack: cached?.standBack, basis }
    const { caller, body, status, headers } = await make(request, reply, making)
    const warned = toldTo(request, body, unknown)
    const exchange = { request, reply, caller }
    if (!cached || status !== 200) return send(exchange, warned, { status, headers })
    const own = { ...headers, 'content-type': jsonType }
    const answer = cached.keep(jsonOf(request, body), own, told())
    if (warned !== body) return send(exchange, warned, { status, headers })
    return await sendKept(kept, { request, reply, kept: answer })
  } finally {
    cached?.giveUp()
  }
}

/**
 * The request as the cache sees it. HEAD has the headers of GET, and the framework leaves out the body. The address is
 * left out when there are unknown parameters: an answer found by its address is sent with the same headers to
 * everybody, and one of the headers names those parameters.
 */
function askedAt(request: FastifyRequest, unknown: readonly UnknownParameter[]): RequestHead {
  const { headers, url } = request
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return { method, headers, url: unknown.length === 0 ? url : url.slice(url.indexOf('?')) }
}

/**
 * Requests with the same declared parameters share one key, in any order and with any unknown parameters (contract.md
 * 2.3).
 */
function questionOf({ url, query }: FastifyRequest, read: readonly string[]): string {
  const [path = ''] = url.split('?', 1)
  const parameters = query as Readonly<Record<string, unknown>>
  return JSON.stringify([
    path,
    ...read.flatMap(name => (name in parameters ? [name, parameters[name]] : [])),
  ])
}
