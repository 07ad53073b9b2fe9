import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedFor, encodingFor } from '../../platform/http/encodings.ts'

/**
 * Sends a page in a compression that the browser accepts. Only for pages without secrets beside text that a visitor
 * sent, because the size would reveal them.
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const encoding = encodingFor(request.headers['accept-encoding'], text.length)
  if (encoding === undefined) return reply.send(text)
  const body = await encodedFor({ body: Buffer.from(text), encoded: {} }, encoding)
  const vary = `${String(reply.getHeader('vary'))}, Accept-Encoding`
  return reply.headers({ 'content-encoding': encoding, vary }).send(body)
}
