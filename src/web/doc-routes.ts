import type { FastifyInstance } from 'fastify'
import { fail } from '../core/errors.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import type { DeclaredRoute } from '../platform/http/route.ts'
import { type Document, docPage } from './doc-page.ts'
import { docStyle } from './doc-style.ts'
import { docsContentsPage } from './docs-contents-page.ts'
import { errorsPage } from './errors-page.ts'

export type Documented = {
  /** The last part of the page's address: events, tickets, admin. */
  name: string
  title: string
  description: string
  /** Absolute root of the namespace. */
  root: string
  routes: readonly DeclaredRoute[]
}

/** `/docs`, and `/docs/<namespace>`: the OpenAPI document of every namespace as a page, made from the declared routes. */
export function docRoutes(
  http: FastifyInstance,
  publicRoot: string,
  namespaces: readonly Documented[],
) {
  const pages = new Map<string, string>()
  http.get<{ Params: { name: string } }>('/docs/:name', async ({ params }, reply) => {
    const namespace = namespaces.find(({ name }) => name === params.name) ?? fail('rest_no_route')
    const shown = pages.get(namespace.name) ?? render(namespace, publicRoot)
    pages.set(namespace.name, shown)
    return reply.type('text/html; charset=UTF-8').send(shown)
  })
  const below = new URL(publicRoot).pathname.replace(/\/$/, '')
  http.get('/docs', async (_, reply) =>
    reply.type('text/html; charset=UTF-8').send(docsContentsPage(below, namespaces)),
  )
  http.get('/docs/errors', async (_, reply) =>
    reply.type('text/html; charset=UTF-8').send(errorsPage(`${below}/docs/style.css`)),
  )
  http.get('/docs/style.css', async (_, reply) =>
    reply
      .type('text/css; charset=UTF-8')
      .header('cache-control', 'public, max-age=3600')
      .send(docStyle),
  )
}

function render({ title, description, root, routes }: Documented, publicRoot: string): string {
  const texts = { title, description, server: root }
  const document = openApiDocument(routes, texts, ({ path }) => path || '/')
  const below = new URL(publicRoot).pathname.replace(/\/$/, '')
  return docPage(document as Document, {
    jsonUrl: `${root}/doc`,
    styleUrl: `${below}/docs/style.css`,
  })
}
