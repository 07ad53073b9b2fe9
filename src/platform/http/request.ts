import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import type { TObject } from 'typebox'
import { fail } from '../../core/errors.ts'
import { isPlainObject, type Values } from './coerce.ts'
import type { Sources } from './validation.ts'

/** What a handler may know of the request beyond its parameters. */
export type RequestInfo = {
  readonly id: string
  readonly method: string
  /** A HEAD, or a POST that stands for one: it must change nothing. */
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
  }
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
  }
}

/** An uploaded file as it reaches a handler, under the name of its form field. */
export type UploadedFile = { filename: string; mimeType: string; content: Buffer }

/** Media types that are read as JSON. */
export const jsonTypes = /^application\/([\w.-]+\+)?json/

/** Parses query strings and urlencoded forms: repeated keys, `x[]`, `x[member]`. */
export function parseQuery(text: string): Values {
  return qs.parse(text, { depth: 4, parameterLimit: 2000, arrayLimit: 1000, allowDots: false })
}

/** Collects the parameters from path, query string and body (JSON, form or multipart). */
export async function readSources(
  request: FastifyRequest,
  bodySchema: TObject | undefined,
): Promise<Sources> {
  const multipart = request.isMultipart() && bodySchema !== undefined
  const body = multipart ? await readMultipart(request) : request.body
  return {
    path: request.params as Values,
    query: request.query as Values,
    body: isPlainObject(body) ? body : {},
    bodyIsText: multipart || request.bodyIsText === true,
  }
}

async function readMultipart(request: FastifyRequest): Promise<Values> {
  const fields = new URLSearchParams()
  const files: Record<string, UploadedFile> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.append(part.fieldname, String(part.value))
      else {
        const content = await part.toBuffer()
        files[part.fieldname] = { filename: part.filename, mimeType: part.mimetype, content }
      }
    }
  } catch (cause) {
    const tooLarge = (cause as { statusCode?: number }).statusCode === 413
    fail(tooLarge ? 'rest_body_too_large' : 'rest_invalid_body', { cause })
  }
  return { ...parseQuery(fields.toString()), ...files }
}
