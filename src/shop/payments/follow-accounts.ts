import type { Api } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'

/**
 * The same place to declare routes, for those that show or move payments: before each request notice is taken of accounts
 * that another process connected or forgot (contract.md 8.17). The door and the lists of the namespace wait for nothing
 * of it.
 */
export const followingAccounts = (api: Api, deps: Pick<Deps, 'gateways'>): Api => ({
  ...api,
  // Routes are declared before the gateways are read from the database: asked for with the request, not now.
  mount: definition => api.mount({ ...definition, onRequest: () => deps.gateways.refresh() }),
})
