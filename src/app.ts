import { localeNamed } from './core/locale.ts'
import type { FastifyInstance } from 'fastify'
import { auditRoutes } from './access/audit/routes.ts'
import { createRecogniser } from './access/callers/recognise-caller.ts'
import { keyRoutes } from './access/keys/routes.ts'
import { sessionRoutes } from './access/sessions/routes.ts'
import { userRoutes } from './access/users/routes.ts'
import { eventCountHeaders } from './catalogue/counted.ts'
import { imageFileRoutes, imageRoutes } from './catalogue/images/routes.ts'
import { organizerJobs } from './catalogue/organizers/jobs.ts'
import { organizerRoutes } from './catalogue/organizers/routes.ts'
import { kindOfTable } from './catalogue/shown-tables.ts'
import { termRoutes } from './catalogue/terms/routes.ts'
import { eventJobs } from './catalogue/events/jobs.ts'
import { eventRoutes } from './catalogue/events/routes.ts'
import { venueJobs } from './catalogue/venues/jobs.ts'
import { venueRoutes } from './catalogue/venues/routes.ts'
import { createDeps, namespaceOf, type Surroundings } from './create-deps.ts'
import type { NamespaceName } from './deps.ts'
import { actingAs } from './platform/db/acting.ts'
import { budgetMetrics } from './platform/budgets/budget-metrics.ts'
import { budgetJobs } from './platform/budgets/jobs.ts'
import { stopNotice, tellOfStop } from './platform/http/drain.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { openNamespace } from './platform/http/namespace.ts'
import { operationRoutes } from './platform/http/operation.ts'
import { rootIndexRoute } from './platform/http/root-index.ts'
import type { Api, DeclaredRoute } from './platform/http/route.ts'
import { answerMetrics } from './platform/http/answer-metrics.ts'
import { createAnswerCache } from './platform/http/answer-cache.ts'
import { connectionLimits, listLimit } from './platform/http/limits.ts'
import { createRequestLimit } from './platform/http/request-limit.ts'
import { createServer } from './platform/http/server.ts'
import { createShortcut } from './platform/http/shortcut.ts'
import { createStorageLimit } from './platform/http/storage-limit.ts'
import { factJobs } from './platform/facts/jobs.ts'
import { factMetrics } from './platform/facts/metrics.ts'
import { runOnce } from './platform/idempotency/run-once.ts'
import { idempotencyJobs } from './platform/idempotency/jobs.ts'
import { jobMetrics } from './platform/jobs/job-metrics.ts'
import { gatherJobs } from './platform/jobs/gather-jobs.ts'
import { type JobRunner, startJobRunner } from './platform/jobs/runner.ts'
import { accountJobs } from './messaging/accounts/jobs.ts'
import { queueInvitation } from './messaging/accounts/queue-invitation.ts'
import { noticeJobs } from './messaging/notices/jobs.ts'
import { eventsFollower } from './messaging/notices/follow-events.ts'
import { salesFollower } from './messaging/outbox/follow-sales.ts'
import { outboxJobs } from './messaging/outbox/jobs.ts'
import { outboxRoutes, resendRoutes } from './messaging/outbox/routes.ts'
import { changeRoutes } from './messaging/changes/routes.ts'
import type { Deps } from './messaging/deps.ts'
import { feedRoutes } from './messaging/feeds/routes.ts'
import { eventWordingRoutes, siteWordingRoutes } from './messaging/wording/routes.ts'
import { ticketPaperRoutes } from './messaging/tickets/routes.ts'
import { cartJobs } from './shop/cart/jobs.ts'
import { provenCart } from './shop/cart/lookup.ts'
import { cartCouponRoutes } from './shop/cart/routes.coupons.ts'
import { cartRoutes } from './shop/cart/routes.ts'
import { couponRoutes } from './shop/coupons/routes.ts'
import { feesOfTickets } from './shop/fees/lookup.ts'
import { feeRoutes } from './shop/fees/routes.ts'
import { selectFees } from './shop/fees/select-fees.ts'
import { cardRoutes } from './shop/checkout/routes.card.ts'
import { freeOrderRoutes } from './shop/checkout/routes.free.ts'
import { walletRoutes } from './shop/checkout/routes.wallet.ts'
import { messageRoutes } from './shop/checkout/routes.webhook.ts'
import { followingAccounts } from './shop/payments/follow-accounts.ts'
import { repriceOrder } from './shop/orders/paying/reprice-order.ts'
import { orderJobs } from './shop/orders/reconciling/jobs.ts'
import { orderRoutes } from './shop/orders/desk/routes.ts'
import { embeddedAttendees } from './ticketing/attendees/embed-attendees.ts'
import { attendeeRoutes } from './ticketing/attendees/routes.ts'
import { ticketsOut } from './ticketing/attendees/tickets-out.ts'
import { checkinJobs } from './ticketing/checkin/jobs.ts'
import { ticketCountHeaders } from './ticketing/counted.ts'
import { openScannerKeysOf } from './ticketing/checkin/list-open-keys.ts'
import { recogniseScanner } from './ticketing/checkin/lookup.ts'
import { checkinRoutes } from './ticketing/checkin/routes.ts'
import { qrPictureRoutes } from './ticketing/checkin/routes.pictures.ts'
import { attendanceOfEvents } from './ticketing/tickets/lookup.ts'
import { moveSaleWindows } from './ticketing/tickets/move-sale-windows.ts'
import { offersOfEvent } from './ticketing/tickets/offer-tickets.ts'
import { accountRoutes } from './web/account-routes.ts'
import { docRoutes } from './web/doc-routes.ts'
import { mailPages } from './web/mail-pages.ts'
import { pageCache } from './web/kit/page-cache.ts'
import { languageOf, type PageRoute } from './web/kit/pages.ts'
import { createSite } from './web/kit/site.ts'
import { pageRoutes } from './web/routes.tsx'
import { inventoryJobs } from './ticketing/inventory/jobs.ts'
import { laneMetrics } from './ticketing/inventory/lane-metrics.ts'
import { stockMetrics } from './ticketing/inventory/stock-metrics.ts'
import { ticketRoutes } from './ticketing/tickets/routes.ts'

export type App = {
  http: FastifyInstance
  deps: Deps
  /** Every declared route, for documents and tests. */
  routes: readonly DeclaredRoute[]
  /** Every page, and every form of a page. */
  pages: readonly PageRoute[]
  startJobs(): void
  /** Makes proxies and clients go elsewhere; all requests are still answered. */
  announceStop(): void
  /** Stops listening, finishes accepted requests, lanes and jobs. The database stays open. */
  close(): Promise<void>
}

/** Puts the service together: the only place that knows every capability. */
export async function createApp(surroundings: Surroundings): Promise<App> {
  const { deps, door, complete } = createDeps(surroundings)
  const { config, log, random, database, clock } = surroundings
  const { corsOrigins, trustProxy, metricsToken } = config
  const { health, pools, changes, news } = database
  const kindOf = (table: string) => kindOfTable.get(table)
  const kept = createAnswerCache({ clock, changes, news, kindOf, corsOrigins })
  const site = createSite(config, deps.publicRoot)
  const ofPages = pageCache(kept, asked => languageOf(site, asked))
  const stop = stopNotice()
  const metrics = createMetrics(pools, [
    ...laneMetrics([deps.lanes, door.lanes]),
    ...factMetrics(deps.following, clock),
    ...answerMetrics(kept, news),
    ...Object.values(deps.paymentMetrics),
    budgetMetrics(deps.budgets),
    jobMetrics(deps.db),
    stockMetrics(deps.db),
  ])
  const limit = createRequestLimit(deps.budgets, config.rateLimit)
  const http = await createServer({
    logger: log,
    random,
    trustProxy,
    limit,
    senderOf: deps.knownCredentials.senderOf,
    connections: connectionLimits(config),
    corsOrigins,
    countingHeaders: [...eventCountHeaders, ...ticketCountHeaders],
    publicRoot: deps.publicRoot,
    apiPrefix: config.apiPrefix,
    shortcut: createShortcut({
      cache: { hit: request => kept.hit(request) ?? ofPages.hit(request) },
      stop,
      limit,
      metrics,
      random,
      log,
      trustProxy,
    }),
  })
  tellOfStop(http, stop)
  operationRoutes(http, { pool: health, metrics, metricsToken, stop })
  imageFileRoutes(http, deps)
  const lists = listLimit(deps, database.lists)
  feedRoutes(http, deps, {
    lists,
    kept: ofPages,
    localeOf: asked => localeNamed(languageOf(site, asked)) ?? config.siteLanguage,
  })
  const storage = createStorageLimit(deps.budgets, config.storedPerAddress)
  const pages = pageRoutes(http, { deps, site, lists, kept: ofPages, storage })
  accountRoutes(http, deps)
  qrPictureRoutes(http, deps)
  mailPages(http, deps, recogniser(door))
  ticketPaperRoutes(http, deps)
  const opened = openNamespaces(http, deps, { door, kept, lists, storage })
  rootIndexRoute(http, {
    prefix: config.apiPrefix,
    publicUrl: deps.publicRoot,
    timezone: config.timezone,
    namespaces: opened.map(({ name }) => namespaceOf(config, name)),
  })
  docRoutes(http, { deps, site }, opened)
  await complete
  await deps.following.prepare([salesFollower(deps), eventsFollower(deps)])
  return {
    http,
    deps,
    routes: opened.flatMap(({ routes }) => routes),
    pages,
    ...lifeOf(http, { deps, door, stop }),
  }
}

type Living = { deps: Deps; door: Deps; stop: ReturnType<typeof stopNotice> }

function lifeOf(http: FastifyInstance, { deps, door, stop }: Living) {
  let runner: JobRunner | undefined
  return {
    startJobs: () => {
      runner = startJobRunner({ ...deps, ...jobs(deps) })
      deps.following.start()
    },
    announceStop: () => {
      stop.give()
      deps.following.release()
    },
    close: async () => {
      deps.following.release()
      deps.pace.close()
      await http.close()
      await Promise.all([deps.lanes.drain(), door.lanes.drain()])
      await deps.following.stop()
      await runner?.stop()
      deps.mailer?.close()
      await deps.budgets.drain()
      await deps.printer.close()
    },
  }
}

/** Opens every namespace on the server. */
type Opening = Pick<Api, 'kept' | 'lists' | 'storage'> & { door: Deps }

function openNamespaces(http: FastifyInstance, deps: Deps, { door, ...means }: Opening) {
  const { config } = deps
  return namespaces(deps, door).map(({ name, declare, ...texts }) => ({
    name,
    ...texts,
    root: deps.restRoot(name),
    routes: openNamespace(
      http,
      {
        namespace: namespaceOf(config, name),
        prefix: config.apiPrefix,
        publicUrl: deps.publicRoot,
        recognise: recogniser(door),
        once: (keyed, work) => runOnce(deps.db, keyed, work),
        db: deps.db,
        docs: `${deps.publicRoot}/docs/${name}`,
        refuses: { always: name === 'admin', usually: config.apiStrict },
        provenBy: provenCart(deps.findCart),
        ...means,
        ...texts,
      },
      declare,
    ),
  }))
}

/** The background work of every process; each job runs once for all of them. */
function jobs(deps: Deps) {
  return gatherJobs([
    eventJobs(deps),
    venueJobs(deps),
    organizerJobs(deps),
    inventoryJobs(deps.db),
    checkinJobs(deps.db),
    cartJobs(deps.db),
    orderJobs(actingAs(deps, { kind: 'job', name: 'orders.reconcile' })),
    idempotencyJobs(deps.db),
    factJobs(deps),
    outboxJobs(deps),
    accountJobs(deps),
    noticeJobs(deps),
    budgetJobs(deps),
  ])
}

type Namespace = {
  name: NamespaceName
  title: string
  description: string
  declare: (api: Api) => void
}

function namespaces(deps: Deps, door: Deps): Namespace[] {
  return [
    {
      name: 'events',
      title: 'Marquee events',
      description: 'Events with their venues, organizers, categories, tags and images.',
      declare: api => {
        eventRoutes(api, deps, {
          attendance: attendanceOfEvents,
          offers: offersOfEvent,
          onNewZone: moveSaleWindows,
          ticketsOut,
        })
        venueRoutes(api, deps)
        organizerRoutes(api, deps)
        termRoutes(api, deps)
        imageRoutes(api, deps)
      },
    },
    {
      name: 'admin',
      title: 'Marquee administration',
      description: 'Accounts, application passwords, API keys and what happened.',
      declare: api => {
        userRoutes(api, deps, {
          stillOpen: async id => ({ scanner_keys: await openScannerKeysOf(deps, id) }),
          invite: (tx, invited) => queueInvitation(deps, tx, invited),
        })
        keyRoutes(api, deps)
        auditRoutes(api, deps)
        changeRoutes(api, deps)
        outboxRoutes(api, deps)
        siteWordingRoutes(api, deps)
        sessionRoutes(api, deps)
      },
    },
    {
      name: 'tickets',
      title: 'Marquee tickets',
      description: 'Tickets, attendees, the door, carts and orders.',
      declare: api => {
        attendeeRoutes(api, deps)
        checkinRoutes(api, door)
        ticketRoutes(api, deps, {
          fees: (db, ids) => feesOfTickets(db, deps.config, ids),
          attendees: embeddedAttendees(deps),
          selectFees,
        })
        const paying = followingAccounts(api, deps)
        cartRoutes(paying, deps)
        orderRoutes(paying, deps)
        resendRoutes(api, deps)
        eventWordingRoutes(api, deps)
        freeOrderRoutes(paying, deps)
        providerRoutes(paying, deps)
        messageRoutes(paying, deps)
        couponRoutes(api, deps)
        cartCouponRoutes(paying, deps, { reprice: cartId => repriceOrder(deps, cartId) })
        feeRoutes(api, deps)
      },
    },
  ]
}

/** Each provider's routes have two addresses. */
function providerRoutes(api: Api, deps: Deps) {
  cardRoutes(api, deps, 'cardprocessor')
  cardRoutes({ ...api, alias: { segment: 'stripe', of: 'cardprocessor' } }, deps, 'stripe')
  walletRoutes(api, deps, 'wallet')
  walletRoutes({ ...api, alias: { segment: 'paypal', of: 'wallet' } }, deps, 'paypal')
}

/** On the connections for check-in, because scanner keys must be recognised even while the sale uses all others. */
function recogniser(door: Deps) {
  const otherTokens = (token: string) => recogniseScanner(door, token)
  const { db, clock, attempts, knownCredentials, publicRoot } = door
  return createRecogniser({
    db,
    clock,
    attempts,
    knownCredentials,
    publicRoot,
    otherTokens,
    // The secrets are read from the database later, after the service was put together.
    get secrets() {
      return door.secrets
    },
  })
}
