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
import { docFrame, docStyleOf } from './doc-frame.tsx'
import { DocPage } from './doc-page.tsx'
import { DocsContentsPage } from './docs-contents-page.tsx'
import { ErrorsPage } from './errors-page.tsx'
import { policyOf } from '../kit/policy.ts'
import type { Site, Sites } from '../kit/site.ts'
import type { TryIt } from './try-it.tsx'
import { wholeDocument } from './whole-document.ts'

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
  { deps, sites }: { deps: Deps; sites: Sites },
  namespaces: readonly Documented[],
) {
  const documents = new Map(namespaces.map(namespace => [namespace.name, inPages(namespace)]))
  http.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const namespace = documents.get(request.params.name) ?? fail('rest_no_route')
    // One address has two pages, and the one for administrators holds the proof of their session.
    reply.type(htmlType).header('vary', 'Cookie')
    const site = await sites.latest()
    const may = await whatMay({ deps, site }, requestInfo(request), request.params.name)
    if (may.as === 'stranger') return reply.send(namespace(site, may))
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
      .send(namespace(site, may))
  })
  http.get('/docs', async (_, reply) => {
    const body = <DocsContentsPage base={sites.base} namespaces={namespaces} />
    const frame = { title: 'Documentation', path: '/docs', body }
    return reply.type(htmlType).send(docFrame(await sites.latest(), frame))
  })
  let whole: string | undefined
  http.get('/docs/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=UTF-8').send((whole ??= wholeOf(namespaces))),
  )
  http.get('/docs/errors', async (_, reply) => {
    const frame = { title: 'Errors', path: '/docs/errors', body: <ErrorsPage /> }
    return reply.type(htmlType).send(docFrame(await sites.latest(), frame))
  })
  http.get('/docs/style.css', async (_, reply) =>
    reply
      .type('text/css; charset=UTF-8')
      .header('cache-control', 'public, max-age=3600')
      .send(docStyleOf(await sites.latest())),
  )
}

/** The document of all namespaces, as text. What their roots have before their names is the root of the interface. */
function wholeOf(namespaces: readonly Documented[]): string {
  const routes = namespaces.flatMap(namespace => namespace.routes)
  const [first] = namespaces
  const own = `/${first?.routes[0]?.namespace}`
  return JSON.stringify(wholeDocument(routes, first?.root.slice(0, -own.length) ?? ''))
}

type DocContext = { deps: Deps; site: Site }

async function whatMay(
  { deps, site }: DocContext,
  request: RequestInfo,
  name: string,
): Promise<TryIt> {
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

/** The page of a namespace. Its document is made at the first visit, and the page that strangers see once for each look. */
function inPages({ name, title, description, root, routes }: Documented) {
  let document: Document | undefined
  let open: { site: Site; page: string } | undefined
  const page = (site: Site, may: TryIt) => {
    const texts = { title, description, server: root }
    document ??= openApiDocument(routes, texts, ({ path }) => path || '/') as Document
    return docFrame(site, {
      title,
      path: `/docs/${name}`,
      body: <DocPage document={document} jsonUrl={`${root}/doc`} may={may} />,
      script:
        may.as === 'administrator' && may.script
          ? { src: may.script, nonce: may.nonce }
          : undefined,
    })
  }
  return (site: Site, may: TryIt): string => {
    if (may.as !== 'stranger') return page(site, may)
    if (open?.site !== site) open = { site, page: page(site, may) }
    return open.page
  }
}
