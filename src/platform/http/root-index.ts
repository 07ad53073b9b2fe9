import type { FastifyInstance } from 'fastify'
import { send } from './answer/respond.ts'

/** The index above the namespaces. */
export type Root = {
  /** Path before the namespaces, such as `/wp-json`; empty when the home page is there. */
  prefix: string
  publicUrl: string
  timezone: string
  namespaces: readonly string[]
}

/**
 * The index above the namespaces, for clients that know only the address of the API. Without a prefix the home page
 * is at this address.
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
