import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'

const readableHeaders = [
  'X-WP-Total',
  'X-WP-TotalPages',
  'Link',
  'Request-Id',
  'Retry-After',
  'Idempotent-Replayed',
  'X-Unknown-Parameters',
  'ETag',
]

const acceptedHeaders = [
  'Authorization',
  'Content-Type',
  'Content-Disposition',
  'Content-MD5',
  'X-WP-Nonce',
  'X-HTTP-Method-Override',
  'Idempotency-Key',
  'If-Match',
  'X-Idempotency-Key',
  'Prefer',
  'X-Request-Id',
]

/**
 * Whether a browser sent this from our own pages or a trusted origin. Cookies do not count from elsewhere, even where
 * SameSite sends them: a neighbour under the same domain is the same site (contract.md 3.5).
 */
export function isFromUs(
  { headers: { origin, host, 'sec-fetch-site': site } }: FastifyRequest,
  { publicRoot, corsOrigins }: { publicRoot: string; corsOrigins: readonly string[] },
): boolean {
  if (origin === undefined || corsOrigins.includes(origin)) return true
  // A page whose address is a secret sends no referrer, and browsers then name no origin with its forms; but they say whose page it is.
  if (origin === 'null') return site === 'same-origin'
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.origin === new URL(publicRoot).origin || from.host === host
}

type CorsSettings = { corsOrigins: readonly string[]; countingHeaders: readonly string[] }

/** Any origin may read; only trusted ones may send credentials (contract.md 3.5). */
export function corsOptions({ corsOrigins: origins, countingHeaders }: CorsSettings) {
  // As one text, because the plugin would join a list for every answer.
  const readable = [...countingHeaders, ...readableHeaders].join(', ')
  const shared = { ...sharedOptions, exposedHeaders: readable }
  if (origins.length === 0) return shared
  return {
    delegator: (
      { headers: { origin } }: FastifyRequest,
      done: (error: Error | null, options: FastifyCorsOptions) => void,
    ) => {
      const trusted = origin !== undefined && origins.includes(origin)
      done(null, { ...shared, origin: trusted ? origin : '*', credentials: trusted })
    },
  }
}

const sharedOptions: FastifyCorsOptions = {
  origin: '*',
  allowedHeaders: acceptedHeaders,
  methods: ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  preflightContinue: true,
  strictPreflight: false,
}
