import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { allLists } from './all-lists.ts'
import type { List } from './list.ts'
import { withAnswers } from './answered-rows.ts'
import { accessToList, siteOf } from './list-access.ts'
import { pageOfList, readAddress } from './read-list.ts'
import type { ListParameters } from './grammar.ts'
import { listPage, listQuery } from './schema.ts'

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
    access: accessToList(list),
    query: listQuery(shape),
    returns: listPage(list),
    errors: ['rest_list_too_wide'],
    handle: async ({ query, caller, db }) => {
      const {
        limit = 50,
        count = 'none',
        ...parameters
      } = query as ListParameters & { limit?: number }
      const whole = await withAnswers(deps, list, { parameters, caller })
      const reading = readAddress(whole, parameters, { caller, site: siteOf(deps) })
      const upTo =
        parameters['cursor'] === undefined
          ? await list.upTo?.({ db: deps.db, clock: deps.clock })
          : undefined
      const page = await pageOfList(db, reading, { limit, count: count === 'exact' })
      return {
        rows: page.rows as Record<string, string | number | null>[],
        next: page.next ?? null,
        ...(page.count !== undefined && { count: page.count }),
        ...(upTo && { as_of: upTo.toISOString() }),
      }
    },
  })
}
