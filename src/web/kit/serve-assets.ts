import type { FastifyInstance } from 'fastify'
import { fail } from '../../core/errors.ts'
import { encodedFor, encodingFor } from '../../platform/http/answer/encodings.ts'
import type { Site } from './site.ts'

/** The files of pages. Their names change with their content, so browsers may keep them for ever. */
export function serveAssets(http: FastifyInstance, { assets }: Site) {
  http.get<{ Params: { file: string } }>('/assets/:file', async ({ params, headers }, reply) => {
    const asset = assets.find(params.file) ?? fail('rest_no_route')
    // Photographs are compressed already.
    const isText = /^text\/|svg/.test(asset.type)
    const encoding = isText ? encodingFor(headers['accept-encoding'], asset.body.length) : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .type(asset.type)
      .headers({
        ...(isText ? { vary: 'Accept-Encoding' } : {}),
        'cache-control': 'public, max-age=31536000, immutable',
        // A logo opened by its own address is a picture in which no script runs.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      .send(encoding ? await encodedFor(asset, encoding) : asset.body)
  })
}
