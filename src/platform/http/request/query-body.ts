import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '../../../core/errors.ts'
import { isPlainObject } from './coerce.ts'
import { jsonParser } from './json-body.ts'
import { jsonTypes, parseQuery } from './request.ts'

/** Whether a request has a body, according to its headers. */
export const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Lets a GET have its parameters in a body, JSON or form, which wins over the query string (contract.md 2.2): clients
 * whose filters are too long for an address send an overridden POST. The framework does not read a body of GET.
 */
export function readQueryBodies(app: FastifyInstance, bytesMost: number) {
  const parseJson = jsonParser(app)
  app.addHook('preValidation', async request => {
    if (request.method === 'GET' && hasBody(request.headers)) await merge(request)
  })

  async function merge(request: FastifyRequest) {
    const type = request.headers['content-type'] ?? ''
    const isForm = type.startsWith('application/x-www-form-urlencoded')
    if (!isForm && !jsonTypes.test(type)) return
    const body = await readBytes(request, bytesMost)
    const read = async () => (body.length === 0 ? {} : readJson(request, body))
    const parameters = isForm ? parseQuery(body.toString('utf8')) : await read()
    if (isPlainObject(parameters)) request.query = { ...(request.query as object), ...parameters }
  }

  const readJson = (request: FastifyRequest, body: Buffer) =>
    new Promise<unknown>((resolve, reject) => {
      parseJson(request, body, (error, value) => (error ? reject(error) : resolve(value)))
    })
}

async function readBytes({ raw }: FastifyRequest, bytesMost: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of raw) {
    bytes += chunk.length
    if (bytes > bytesMost) fail('rest_body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
