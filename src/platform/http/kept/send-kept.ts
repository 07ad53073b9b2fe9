import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCache, KeptAnswer, RequestHead } from './answer-cache.ts'
import { type Encoding, encodingFor } from '../answer/encodings.ts'

/** Sends a kept answer in an encoding that the client accepts, or 304 when the client has it. */
export async function sendKept(
  cache: Pick<AnswerCache, 'encode'>,
  { request, reply, kept }: { request: FastifyRequest; reply: FastifyReply; kept: KeptAnswer },
) {
  const encoding = encodingFor(request.headers['accept-encoding'], kept.body.length)
  reply.headers(kept.headers).header('etag', etagOf(kept, encoding))
  if (hasIt(request, kept)) return reply.code(304).send()
  if (encoding === undefined) return reply.code(200).send(kept.body)
  const body = await cache.encode(kept, encoding)
  return reply.code(200).header('content-encoding', encoding).send(body)
}

/** The same bytes have the same ETag, and each encoding has another. */
export const etagOf = ({ hash }: KeptAnswer, encoding: Encoding | undefined) =>
  encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`

/** Whether the client has this answer in any encoding. */
export function hasIt({ headers }: RequestHead, { hash }: KeptAnswer): boolean {
  return hasAny(headers) || headers['if-none-match']?.includes(`"${hash}`) === true
}

/** `If-None-Match: *` means any answer there is (RFC 9110, 13.1.2). */
export const hasAny = ({ 'if-none-match': tags }: RequestHead['headers']): boolean =>
  tags?.trim() === '*'
