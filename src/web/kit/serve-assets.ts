import type { FastifyInstance } from 'fastify'
import { fail } from '../../core/errors.ts'
import { encodedFor, encodingFor } from '../../platform/http/answer/encodings.ts'
import type { BuiltConsole } from './built-console.ts'
import type { Sites } from './site.ts'

type Files = { readonly files: Sites['files']; readonly built: BuiltConsole }

/** The files of pages and of the console. Their names change with their content, so browsers may keep them for ever. */
export function serveAssets(http: FastifyInstance, { files, built }: Files) {
  http.get<{ Params: { file: string } }>('/assets/:file', async ({ params, headers }, reply) => {
    const accepted = headers['accept-encoding']
    const asset = files.find(params.file)
    if (!asset) {
      const file = await ofConsole(built, params.file, accepted)
      return reply.headers({ ...always, ...file.headers }).send(file.body)
    }
    // Photographs are compressed already.
    const isText = /^text\/|svg/.test(asset.type)
    const encoding = isText ? encodingFor(accepted, asset.body.length) : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .type(asset.type)
      .headers({ ...(isText ? { vary: 'Accept-Encoding' } : {}), ...always })
      .send(encoding ? await encodedFor(asset, encoding) : asset.body)
  })
}

const always = {
  'cache-control': 'public, max-age=31536000, immutable',
  // A logo opened by its own address is a picture in which no script runs.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  svg: 'image/svg+xml',
}

/** A file of the console, which its build has compressed. */
async function ofConsole(built: BuiltConsole, name: string, accepted: unknown) {
  // Each file of the build is larger than what is not worth compressing.
  const encoding = encodingFor(accepted, Number.POSITIVE_INFINITY)
  const body = (await built.read(name, encoding)) ?? fail('rest_no_route')
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const headers = { 'content-type': type, vary: 'Accept-Encoding' }
  return { body, headers: encoding ? { ...headers, 'content-encoding': encoding } : headers }
}
