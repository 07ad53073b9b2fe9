import type { FastifyInstance } from 'fastify'
import { browserSession } from '../../access/sessions/recognise-session.ts'
import { sessionNonce } from '../../access/sessions/rules.ts'
import { can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { openApiDocument } from '../../platform/http/described/openapi.ts'
import { type RequestInfo, requestInfo } from '../../platform/http/request/request.ts'
import type { DeclaredRoute } from '../../platform/http/route.ts'
import type { Document } from './doc-document.ts'
import { docPage } from './doc-page.ts'
import { docStyle } from './doc-style.ts'
import { docsContentsPage } from './docs-contents-page.ts'
import { errorsPage } from './errors-page.ts'
import { policyOf } from '../kit/policy.ts'
import type { Site } from '../kit/site.ts'
import type { TryIt } from './try-it.ts'

export type Documented = {
  /** The last part of the page's address: events, tickets, admin. */
  name: string
  title: string
  description: string
  /** Absolute root of the namespace. */
  root: string
  routes: readonly DeclaredRoute[]
}

const htmlType = 'text/html; charset=UTF-8'

/**
 * `/docs`, and `/docs/<namespace>`: the OpenAPI document of every namespace as a page, made from the declared routes.
 * Administrators who are signed in can send requests from it.
 */
export function docRoutes(
  http: FastifyInstance,
  { deps, site }: { deps: Deps; site: Site },
  namespaces: readonly Documented[],
) {
  const below = site.base
  const documents = new Map(namespaces.map(namespace => [namespace.name, inPages(namespace, site)]))
  http.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const namespace = documents.get(request.params.name) ?? fail('rest_no_route')
    // One address has two pages, and the one for administrators holds the proof of their session.
    reply.type(htmlType).header('vary', 'Cookie')
    const may = await whatMay({ deps, site }, requestInfo(request), request.params.name)
    if (may.as === 'stranger') return reply.send(namespace.forStrangers(may))
    const policy = policyOf('personal', {
      nonce: may.nonce,
      scripts: may.script === undefined ? [] : [may.script],
    })
    return reply
      .headers({
        'cache-control': 'no-store, private',
        'content-security-policy': policy,
        // With `no-referrer` browsers would send requests without an origin.
        'referrer-policy': 'same-origin',
      })
      .send(namespace.page(may))
  })
  http.get('/docs', async (_, reply) =>
    reply.type(htmlType).send(docsContentsPage(below, namespaces)),
  )
  http.get('/docs/errors', async (_, reply) =>
    reply.type(htmlType).send(errorsPage(`${below}/docs/style.css`)),
  )
  http.get('/docs/style.css', async (_, reply) =>
    reply
      .type('text/css; charset=UTF-8')
      .header('cache-control', 'public, max-age=3600')
      .send(docStyle),
  )
}

type Means = { deps: Deps; site: Site }

async function whatMay({ deps, site }: Means, request: RequestInfo, name: string): Promise<TryIt> {
  const session = await browserSession(deps, request)
  if (!session || !can(session.caller, 'manage_site')) {
    return { as: 'stranger', signInUrl: `${site.base}/sign-in?next=/docs/${name}` }
  }
  return {
    as: 'administrator',
    login: session.login,
    token: sessionNonce(deps.secrets.nonce, session.id),
    script: site.assets.script('try-it')?.path,
    nonce: deps.random.token(16),
  }
}

/** The pages of a namespace. Its document is made at the first visit, and the page that strangers see once. */
function inPages({ title, description, root, routes }: Documented, { base, assets }: Site) {
  const addresses = {
    jsonUrl: `${root}/doc`,
    styleUrl: `${base}/docs/style.css`,
    icon: assets.icon,
  }
  let document: Document | undefined
  let open: string | undefined
  const page = (may: TryIt) => {
    const texts = { title, description, server: root }
    document ??= openApiDocument(routes, texts, ({ path }) => path || '/') as Document
    return docPage(document, { ...addresses, may })
  }
  return { page, forStrangers: (may: TryIt) => (open ??= page(may)) }
}
