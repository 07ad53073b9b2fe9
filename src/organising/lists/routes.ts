import type { Caller } from '../../core/caller.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { allLists } from './all-lists.ts'
import type { List } from './list.ts'
import { pageOfList, reachOfList, readAddress, type Site } from './read-list.ts'
import type { ListParameters } from './grammar.ts'
import { listPage, listQuery } from './schema.ts'

export const siteOf = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): Site => ({
  zone: config.timezone,
  currency: config.currency,
  now: clock.now(),
})

/** Who may call a list: whoever holds its right at some event. */
export const accessOf = ({ shape }: List) =>
  shape.right !== undefined
    ? { needs: shape.right }
    : {
        who: 'Callers with some right of staff, for the site or an event.',
        when: ({ caller }: { caller: Caller }) => {
          const reach = reachOfList(shape, caller)
          return reach === 'all' || reach.length > 0
        },
      }

/** Routes of lists: pages of rows, each by one grammar (contract.md 29). */
export function listRoutes(api: Api, deps: Deps) {
  for (const list of allLists) listRoute(api, deps, list)
}

function listRoute(api: Api, deps: Deps, list: List) {
  const { shape } = list
  const name = shape.name
  route(api, {
    method: 'GET',
    path: `/${name}`,
    operation: `find${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ours: true,
    list: true,
    summary: `List ${name} for staff: filtered, sorted and searched, a page at a time`,
    access: accessOf(list),
    query: listQuery(shape),
    returns: listPage(shape),
    errors: ['rest_list_too_wide'],
    handle: async ({ query, caller, db }) => {
      const {
        limit = 50,
        count = 'none',
        ...parameters
      } = query as ListParameters & { limit?: number }
      const reading = readAddress(list, parameters, { caller, site: siteOf(deps) })
      const page = await pageOfList(db, reading, { limit, count: count === 'exact' })
      return {
        rows: page.rows as Record<string, string | number | null>[],
        next: page.next ?? null,
        ...(page.count !== undefined && { count: page.count }),
      }
    },
  })
}
