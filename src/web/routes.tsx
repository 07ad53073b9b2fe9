import type { FastifyInstance } from 'fastify'
import { accountPages } from './accounts/account-pages.tsx'
import { catalogueRoutes } from './catalogue/catalogue-routes.tsx'
import { crawlRoutes } from './catalogue/crawl-routes.ts'
import { followingAccounts } from './checkout/follow-accounts.ts'
import { checkoutPages } from './checkout/routes.tsx'
import { kitPage } from './kit/kit-page.tsx'
import { forgottenPages } from './accounts/forgotten-page.tsx'
import { createPages, type PageMeans, type PageRoute } from './kit/pages.ts'
import { findPages } from './orders/find-orders.tsx'
import { orderPages } from './orders/routes.tsx'
import { signInPages } from './accounts/sign-in-pages.tsx'
import { unsubscribePages } from './mails/unsubscribe-page.tsx'

/**
 * A page for every address in answers of the API (contract.md 1.6), usable without scripts. Returns the list of
 * pages.
 */
export function pageRoutes(http: FastifyInstance, means: PageMeans): readonly PageRoute[] {
  const pages = createPages(http, means)
  catalogueRoutes(pages, means.deps)
  crawlRoutes(http, means)
  const paying = followingAccounts(pages, means.deps)
  checkoutPages(paying, means.deps)
  orderPages(paying, means.deps)
  findPages(pages, means.deps)
  signInPages(pages, means.deps)
  accountPages(pages, means.deps)
  forgottenPages(pages, means.deps)
  unsubscribePages(pages, means.deps)
  if (means.site.forDevelopers) {
    pages.show({ path: '/kit', kind: 'public', handle: kitPage })
  }
  return pages.declared
}
