import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import type { TObject } from 'typebox'
import { AppError, fail } from '../../../core/errors.ts'
import type { Random } from '../../random.ts'
import { decoded, isPlainObject, markListed, type Values } from './coerce.ts'
import type { Sources } from './validation.ts'

/** What a handler knows of the request besides its parameters. */
export type RequestInfo = {
  readonly id: string
  readonly method: string
  /** Whether this is a HEAD, or a POST overridden to one: it must change nothing. */
  readonly isHead: boolean
  /** Path and query string as sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The client's address; `X-Forwarded-For` counts only with TRUST_PROXY. */
  readonly address: string
  /** The exact bytes of the body, for signatures. */
  readonly rawBody: Buffer | undefined
  /** Query parameters as sent, declared or not. */
  readonly rawQuery: Values
  /** Says that its signature is right, on a `signed` route (route.ts). */
  prove(): void
}

declare module 'node:http' {
  interface IncomingMessage {
    standsForHead?: boolean
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer
    bodyIsText?: boolean
    /** Whether its signature was right, on a route whose callers prove themselves by one. */
    isProven?: boolean
  }
  interface FastifyContextConfig {
    /** Whether callers of this route prove themselves by a signature (route.ts). */
    signed?: boolean
  }
}

const requestIdShape = /^[\w.-]{1,64}$/

/** The request id from a proxy or client in `X-Request-Id`, so that all logs share it; otherwise a new one. */
export function requestIdOf(
  { 'x-request-id': requestId }: IncomingHttpHeaders,
  random: Pick<Random, 'uuid'>,
): string {
  return typeof requestId === 'string' && requestIdShape.test(requestId) ? requestId : random.uuid()
}

export function requestInfo(request: FastifyRequest): RequestInfo {
  return {
    id: request.id,
    method: request.method,
    isHead: request.method === 'HEAD' || request.raw.standsForHead === true,
    url: request.url,
    headers: request.headers,
    cookies: request.cookies,
    address: request.ip,
    rawBody: request.rawBody,
    rawQuery: request.query as Values,
    prove: () => {
      request.isProven = true
    },
  }
}

/** An uploaded file. `files` has it under the name of its form field; `filename` is the client's. */
export type UploadedFile = { filename: string; mimeType: string; content: Buffer }

/** The largest body, not counting pictures. */
export const bodyBytesMax = 2 * 1024 * 1024
/**
 * The largest body of routes that anybody may call: far more than the largest cart or filter needs, and quick to
 * read.
 */
export const openBodyBytesMax = 256 * 1024

/** Media types that are read as JSON. */
export const jsonTypes = /^application\/([\w.-]+\+)?json/

/** Parses query strings and urlencoded forms: repeated keys, `x[]`, `x[member]`. */
export function parseQuery(text: string): Values {
  const values = qs.parse(text, options)
  if (/\[|%5b/i.test(text)) {
    for (const pair of text.split('&', options.parameterLimit)) {
      const name = decoded(pair.split('=', 1)[0] ?? '')
      const bracket = name.indexOf('[')
      if (bracket > 0) markListed(values[name.slice(0, bracket)])
    }
  }
  return values
}

const options = { depth: 4, parameterLimit: 2000, arrayLimit: 1000, allowDots: false }

/** Fails when the client has gone before the whole body arrived, because reading it would wait for ever. */
export function demandSender({ raw }: FastifyRequest) {
  if (raw.destroyed && !raw.complete) throw raw.errored ?? new AppError('rest_invalid_body')
}

/**
 * Collects the parameters from path, query string and body (JSON, form, or multipart up to a size, not counting its
 * file).
 */
export async function readSources(
  request: FastifyRequest,
  bodySchema: TObject | undefined,
  bytesMost: number,
): Promise<Sources> {
  const multipart = request.isMultipart() && bodySchema !== undefined
  const body = multipart ? await readMultipart(request, bytesMost) : request.body
  return {
    path: request.params as Values,
    query: request.query as Values,
    body: isPlainObject(body) ? body : {},
    bodyIsText: multipart || request.bodyIsText === true,
  }
}

/** The fields of a multipart form, and its files. */
export async function readMultipart(request: FastifyRequest, bytesMost: number): Promise<Values> {
  // Finding the caller took a query, and the client may have gone meanwhile.
  demandSender(request)
  const fields = new URLSearchParams()
  const files: Record<string, UploadedFile> = {}
  let bytes = 0
  try {
    for await (const part of request.parts({ limits: { fieldSize: bytesMost } })) {
      if (part.type === 'field') {
        const value = String(part.value)
        bytes += part.fieldname.length + Buffer.byteLength(value)
        if (part.valueTruncated || bytes > bytesMost) fail('rest_body_too_large')
        fields.append(part.fieldname, value)
      } else {
        const content = await part.toBuffer()
        files[part.fieldname] = { filename: part.filename, mimeType: part.mimetype, content }
      }
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const tooLarge = (cause as { statusCode?: number }).statusCode === 413
    fail(tooLarge ? 'rest_body_too_large' : 'rest_invalid_body', { cause })
  }
  return { ...parseQuery(fields.toString()), ...files }
}
