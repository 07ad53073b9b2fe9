import type { Deps } from '../../shop/deps.ts'
import type { Pages } from '../kit/pages.ts'

/**
 * A place to declare pages that show or move payments. Like the routes of payments, they first check for accounts that
 * another process connected or disconnected (contract.md 8.14): behind a proxy each request of one buyer may reach
 * another process.
 */
export function followingAccounts(pages: Pages, deps: Pick<Deps, 'gateways'>): Pages {
  type Options = Parameters<Pages['show']>[0]
  const following = <Declared extends Pick<Options, 'handle'>>(declared: Declared): Declared => ({
    ...declared,
    handle: async (visit: Parameters<Options['handle']>[0]) => {
      // Pages are declared before the gateways are read from the database, so they are looked up with each visit.
      await deps.gateways.refresh()
      return declared.handle(visit)
    },
  })
  return {
    ...pages,
    show: options => pages.show(following(options)),
    take: options => pages.take(following(options)),
  }
}
