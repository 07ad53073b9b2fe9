import { openApiDocument } from '../../platform/http/described/openapi.ts'
import type { DeclaredRoute } from '../../platform/http/route.ts'

/**
 * One OpenAPI document of all namespaces, with paths from the root of the interface: for programs that make a client.
 * `server` is that root, such as `https://tickets.example.org` or `https://example.org/wp-json`.
 */
export const wholeDocument = (routes: readonly DeclaredRoute[], server: string) =>
  openApiDocument(
    routes,
    {
      title: 'Marquee',
      description: 'Events and tickets: the events, tickets and admin namespaces.',
      server,
    },
    ({ namespace, path }) => `/${namespace}${path}`,
  )
