import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodedFor, encodingFor } from './encodings.ts'

/**
 * Sends a text in a compression that the browser accepts. Only for texts without secrets beside words that a visitor
 * sent, because the size would reveal them.
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const encoding = encodingFor(request.headers['accept-encoding'], text.length)
  if (encoding === undefined) return reply.send(text)
  const body = await encodedFor({ body: Buffer.from(text), encoded: {} }, encoding)
  const before = reply.getHeader('vary')
  const vary = before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`
  return reply.headers({ 'content-encoding': encoding, vary }).send(body)
}
