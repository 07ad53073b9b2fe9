import type { FastifyInstance } from 'fastify'
import { fail } from '../../core/errors.ts'
import { Html, html, page } from '../../core/html.ts'
import { encodedFor, encodingFor } from '../../platform/http/answer/encodings.ts'
import type { PageContext } from '../kit/pages.ts'
import { type BuiltDoor, builtDoor } from './built-door.ts'

/** The scripts of the door are our own; its reader of codes is WebAssembly, which no other page may run. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

/** The page of the door (contract.md 34), which works without a network once it was open. */
export function doorRoutes(http: FastifyInstance, context: PageContext) {
  const built = builtDoor()
  http.get('/door', async (_, reply) => {
    reply.type('text/html; charset=UTF-8').headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'permissions-policy': 'camera=(self)',
      'x-robots-tag': 'noindex',
    })
    if (!built) return reply.code(503).send(notBuilt())
    return reply.send(await doorPage(context, built))
  })
  http.get('/door/manifest.webmanifest', async (_, reply) => {
    const { base, name, assets } = await context.sites.latest()
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send({
        name: `${name}: door`,
        short_name: 'Door',
        start_url: `${base}/door`,
        scope: `${base}/door`,
        display: 'standalone',
        background_color: '#0c0a10',
        theme_color: '#0c0a10',
        icons: [{ src: assets.icon, sizes: 'any', type: 'image/svg+xml' }],
      })
  })
  http.get<{ Params: { file: string } }>('/door/:file', async ({ params, headers }, reply) => {
    const file = built?.find(params.file) ?? fail('rest_no_route')
    const encoding = encodingFor(headers['accept-encoding'], file.body.length)
    const isWorker = params.file === 'sw.js'
    const { base } = await context.sites.latest()
    return reply
      .type(file.type)
      .headers({
        vary: 'Accept-Encoding',
        'cache-control': isWorker ? 'no-cache' : 'public, max-age=31536000, immutable',
        // A worker has a policy of its own.
        'content-security-policy': policy,
        ...(isWorker && { 'service-worker-allowed': `${base}/door` }),
        ...(encoding && { 'content-encoding': encoding }),
      })
      .send(encoding ? await encodedFor(file, encoding) : file.body)
  })
}

async function doorPage({ sites, deps }: PageContext, { names }: BuiltDoor): Promise<string> {
  const { base, name, assets } = await sites.latest()
  const file = (of: string) => `${base}/door/${of}`
  const about = {
    base,
    api: base + deps.restRoot('tickets').slice(deps.publicRoot.length),
    name,
    version: names.version,
    worker: file(names.worker),
    wasm: file(names.wasm),
  }
  // A name with `</script>` in it must not end the element.
  const data = new Html(JSON.stringify(about).replaceAll('<', '\\u003c'))
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0c0a10"><title>Door: ${name}</title><link rel="icon" href="${assets.icon}">
<link rel="manifest" href="${base}/door/manifest.webmanifest"><link rel="stylesheet" href="${file(names.style)}">
<script type="application/json" id="door-site">${data}</script>
<script type="module" src="${file(names.script)}"></script></head>
<body><div id="door"></div><noscript>The door needs JavaScript.</noscript></body></html>
`.text
}

const notBuilt = () =>
  page(
    'No door',
    html`<h1>The door was not built</h1><p>Run <code>npm run build</code> in the folder of the service.</p>`,
  )
