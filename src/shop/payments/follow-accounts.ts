import type { Api } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'

/**
 * A place to declare routes that show or move payments. Before each request it checks for accounts that another
 * process connected or disconnected (contract.md 8.14). Other routes of the namespace do not wait for that.
 */
export const followingAccounts = (api: Api, deps: Pick<Deps, 'gateways'>): Api => ({
  ...api,
  // Routes are declared before the gateways are read from the database, so they are looked up with each request.
  mount: definition => api.mount({ ...definition, onRequest: () => deps.gateways.refresh() }),
})
