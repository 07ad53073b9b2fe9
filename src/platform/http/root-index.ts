import type { FastifyInstance } from 'fastify'
import { send } from './respond.ts'

/** What stands above the namespaces. */
export type Root = {
  /** Path before the namespaces, e.g. `/wp-json`; empty where the home page stands there. */
  prefix: string
  publicUrl: string
  timezone: string
  namespaces: readonly string[]
}

/**
 * The index above the namespaces, which clients that were given only the address of the interface read to learn what it
 * speaks. Without a prefix the home page has this place.
 */
export function rootIndexRoute(http: FastifyInstance, root: Root) {
  const { prefix, publicUrl, timezone, namespaces } = root
  if (prefix === '') return
  const index = {
    name: 'Marquee',
    description: 'Events and tickets.',
    url: publicUrl,
    home: publicUrl,
    timezone_string: timezone,
    namespaces,
    routes: Object.fromEntries(
      namespaces.map(namespace => [
        `/${namespace}`,
        {
          namespace,
          methods: ['GET'],
          _links: { self: [{ href: `${publicUrl}${prefix}/${namespace}` }] },
        },
      ]),
    ),
  }
  http.get(prefix, (request, reply) => send({ request, reply }, index, { status: 200 }))
}
