import type { FastifyInstance } from 'fastify'
import { accountPages } from './accounts/account-pages.tsx'
import { catalogueRoutes } from './catalogue/catalogue-routes.tsx'
import { crawlRoutes } from './catalogue/crawl-routes.ts'
import { followingAccounts } from './checkout/follow-accounts.ts'
import { checkoutPages } from './checkout/routes.tsx'
import { consoleRoutes } from './console/console-routes.ts'
import { previewPages } from './console/preview-page.tsx'
import { embeddedPages } from './embed/embedded-pages.tsx'
import { serveEmbedScript } from './embed/serve-script.ts'
import { serveIcons } from './kit/serve-icons.ts'
import { kitPage } from './kit/kit-page.tsx'
import { doorPages } from './door/door-pages.tsx'
import { doorRoutes } from './door/door-routes.ts'
import { forgottenPages } from './accounts/forgotten-page.tsx'
import { createPages, type PageContext, type PageRoute } from './kit/pages.ts'
import { findPages } from './orders/find-orders.tsx'
import { orderPages } from './orders/routes.tsx'
import { signInPages } from './accounts/sign-in-pages.tsx'
import { outboxPages } from './mails/outbox-pages.tsx'
import { unsubscribePages } from './mails/unsubscribe-page.tsx'

/**
 * A page for every address in answers of the API (contract.md 1.6), usable without scripts. Returns the list of
 * pages.
 */
export function pageRoutes(http: FastifyInstance, context: PageContext): readonly PageRoute[] {
  const pages = createPages(http, context)
  catalogueRoutes(pages, context.deps)
  crawlRoutes(http, context)
  serveIcons(http, context.sites)
  embeddedPages(pages, context.deps)
  serveEmbedScript(http, context.sites)
  const paying = followingAccounts(pages, context.deps)
  checkoutPages(paying, context.deps)
  orderPages(paying, context.deps)
  findPages(pages, context.deps)
  signInPages(pages, context.deps)
  accountPages(pages, context.deps)
  forgottenPages(pages, context.deps)
  unsubscribePages(pages, context.deps)
  outboxPages(pages, context.deps, context.recognise)
  previewPages(pages, context.deps)
  consoleRoutes(http, context)
  doorPages(pages, context.deps)
  doorRoutes(http, context)
  if (context.sites.forDevelopers) {
    pages.show({ path: '/kit', kind: 'public', handle: kitPage })
  }
  return pages.declared
}
