import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { listCoupons } from './list-coupons.ts'
import { CodeList, CodesQuery } from './schema.list.ts'

/** The list of coupons for staff, with what is left of each and the names of what they are for (contract.md 42.7). */
export function codeListRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/coupons',
    operation: 'findCoupons',
    ours: true,
    list: true,
    summary: 'List coupons, with what is left of them and the events and tickets that they name',
    access: { needs: 'coupons.write' },
    query: CodesQuery,
    returns: CodeList,
    handle: ({ query: { limit = 50, batch, ...filter }, db }) =>
      listCoupons(
        { ...deps, db },
        { ...filter, batch: batch === undefined || batch === 'none' ? batch : Number(batch) },
        limit,
      ),
  })
}
