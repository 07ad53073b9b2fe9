import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../core/caller.ts'
import { Raw } from './answer.ts'
import { isPlainObject, splitList, type Values } from '../request/coerce.ts'
import { jsonText } from './written.ts'

export type Exchange = { request: FastifyRequest; reply: FastifyReply; caller?: Caller }
export type Envelope = { status: number; headers?: Record<string, string | string[]> }

/**
 * Sends a result in the form the client asked for: `_fields` selects top-level members, `_envelope` wraps the answer.
 */
export function send(exchange: Exchange, body: unknown, { status, headers = {} }: Envelope) {
  const { request, reply, caller } = exchange
  reply.headers(headers)
  if (caller && caller.kind !== 'anonymous') reply.header('cache-control', 'no-store, private')
  if (body instanceof Raw) return reply.code(status).type(body.type).send(body.content)
  const query = (request.query ?? {}) as Values
  reply.type(jsonType)
  if (!isEnveloped(request)) return reply.code(status).send(jsonOf(request, body))
  const selected = selectFields(body, query['_fields'])
  const enveloped = { body: selected ?? null, status, headers: publicHeaders(reply) }
  return reply.code(200).send(jsonText(enveloped))
}

/** Whether the client wants status and headers in the body too. */
export const isEnveloped = ({ query }: FastifyRequest): boolean =>
  ((query ?? {}) as Values)['_envelope'] !== undefined
/** The server's decoration with the names of the count headers. */
export const countingHeaders = Symbol('counting headers')

/** Parameters of every route that change the form of an answer, which may still be shared. */
export const shaping = ['_fields'] as const

export const jsonType = 'application/json; charset=UTF-8'

/** The result as text, with the requested members only. */
export function jsonOf(request: FastifyRequest, body: unknown): string {
  const { _fields } = (request.query ?? {}) as Values
  return jsonText(selectFields(body, _fields) ?? null)
}

function selectFields(body: unknown, fields: unknown): unknown {
  const names = typeof fields === 'string' ? splitList(fields) : fields
  if (!Array.isArray(names) || names.length === 0) return body
  const wanted = new Set(names.map(name => String(name).split('.')[0]))
  const keep = (value: unknown) =>
    isPlainObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => wanted.has(name)))
      : value
  return Array.isArray(body) ? body.map(keep) : keep(body)
}

/**
 * Headers about the body whose names keep their spelling, because members of JSON are not found in small letters.
 */
function publicHeaders(reply: FastifyReply): Record<string, unknown> {
  const counting = reply.server.getDecorator<readonly string[]>(countingHeaders)
  const names = [...counting, 'Link', 'Location']
  return Object.fromEntries(
    names.flatMap(name => (reply.hasHeader(name) ? [[name, reply.getHeader(name)]] : [])),
  )
}
