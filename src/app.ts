import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { recogniseCaller } from './access/callers/recognise-caller.ts'
import { keyRoutes } from './access/keys/routes.ts'
import { userRoutes } from './access/users/routes.ts'
import { eventCountHeaders } from './catalogue/counted.ts'
import { imageFileRoutes, imageRoutes } from './catalogue/images/routes.ts'
import { organizerJobs } from './catalogue/organizers/jobs.ts'
import { organizerRoutes } from './catalogue/organizers/routes.ts'
import { shownTables } from './catalogue/shown-tables.ts'
import { termRoutes } from './catalogue/terms/routes.ts'
import { eventJobs } from './catalogue/events/jobs.ts'
import { eventRoutes } from './catalogue/events/routes.ts'
import { venueJobs } from './catalogue/venues/jobs.ts'
import { venueRoutes } from './catalogue/venues/routes.ts'
import { createDeps, namespaceOf, type Surroundings } from './create-deps.ts'
import type { Config } from './config/config.ts'
import type { NamespaceName } from './deps.ts'
import { budgetJobs } from './platform/budgets/jobs.ts'
import type { OpenDatabase } from './platform/db/database.ts'
import { stopNotice, tellOfStop } from './platform/http/drain.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { openNamespace } from './platform/http/namespace.ts'
import { operationRoutes } from './platform/http/operation.ts'
import type { RequestInfo } from './platform/http/request.ts'
import { rootIndexRoute } from './platform/http/root-index.ts'
import type { Api, DeclaredRoute } from './platform/http/route.ts'
import { createAnswerCaches } from './platform/http/answer-cache.ts'
import { createListLimit } from './platform/http/list-limit.ts'
import { createRequestLimit } from './platform/http/request-limit.ts'
import { createServer } from './platform/http/server.ts'
import { createShortcut } from './platform/http/shortcut.ts'
import { createStorageLimit } from './platform/http/storage-limit.ts'
import { runOnce } from './platform/idempotency/run-once.ts'
import { idempotencyJobs } from './platform/idempotency/jobs.ts'
import { type JobHandler, type JobRunner, startJobRunner } from './platform/jobs/runner.ts'
import { cartJobs } from './shop/cart/jobs.ts'
import { provenCart } from './shop/cart/lookup.ts'
import { cartCouponRoutes } from './shop/cart/routes.coupons.ts'
import { cartRoutes } from './shop/cart/routes.ts'
import { couponRoutes } from './shop/coupons/routes.ts'
import type { Deps } from './shop/deps.ts'
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
import { docRoutes } from './web/doc-routes.ts'
import { pageRoutes } from './web/routes.ts'
import { inventoryJobs } from './ticketing/inventory/jobs.ts'
import { laneMetrics } from './ticketing/inventory/lane-metrics.ts'
import type { Lanes } from './ticketing/inventory/lanes.ts'
import { ticketRoutes } from './ticketing/tickets/routes.ts'

export type App = {
  http: FastifyInstance
  deps: Deps
  /** Every declared route, for documents and tests. */
  routes: readonly DeclaredRoute[]
  startJobs(): void
  /** Tells proxies and clients to go elsewhere; everything is still answered. */
  announceStop(): void
  /** Stops listening, finishes accepted requests, lanes and jobs. The database stays open. */
  close(): Promise<void>
}

/** Puts the service together: the only place that knows every capability. */
export async function createApp(surroundings: Surroundings): Promise<App> {
  const { deps, door, complete } = createDeps(surroundings)
  const { config, log, random, database, clock } = surroundings
  const { corsOrigins, trustProxy, metricsToken } = config
  const { health, pools } = database
  const watch = (tables: readonly string[]) => database.changes.watch(tables)
  const kept = createAnswerCaches({ clock, watch, corsOrigins })
  const stop = stopNotice()
  const metrics = metricsOf(pools, [deps.lanes, door.lanes])
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
    shortcut: createShortcut({ caches: kept.all, stop, limit, metrics, random, log, trustProxy }),
  })
  tellOfStop(http, stop)
  operationRoutes(http, { pool: health, metrics, metricsToken, stop })
  imageFileRoutes(http, deps)
  const lists = listLimit(deps, database)
  pageRoutes(http, deps, { lists, kept: kept.of(shownTables.catalogue) })
  qrPictureRoutes(http, deps)
  const opened = openNamespaces(http, deps, { door, kept: kept.of, lists })
  rootIndexRoute(http, {
    prefix: config.apiPrefix,
    publicUrl: deps.publicRoot,
    timezone: config.timezone,
    namespaces: opened.map(({ name }) => namespaceOf(config, name)),
  })
  docRoutes(http, deps.publicRoot, opened)
  await complete
  let runner: JobRunner | undefined
  return {
    http,
    deps,
    routes: opened.flatMap(({ routes }) => routes),
    startJobs: () => {
      runner = startJobRunner({ db: deps.db, clock, log, ...jobs(deps) })
    },
    announceStop: () => stop.give(),
    close: async () => {
      await http.close()
      await Promise.all([deps.lanes.drain(), door.lanes.drain()])
      await runner?.stop()
      await deps.budgets.drain()
    },
  }
}

function metricsOf(pools: readonly Pool[], lanes: readonly Lanes[]) {
  const metrics = createMetrics(pools)
  for (const metric of laneMetrics(lanes)) metrics.registry.registerMetric(metric)
  return metrics
}

function listLimit({ budgets, config }: Deps, { lists }: OpenDatabase) {
  const secondsPerMinute = config.rateLimit === 0 ? 0 : config.listSecondsPerAddress
  return createListLimit({ budgets, lists, secondsPerMinute })
}

const connectionsInAll = 20_000

/** A proxy's connections tell nothing of who is behind them, so only their sum is limited. */
function connectionLimits({ connectionsPerAddress, rateLimit, trustProxy }: Config) {
  const counts = rateLimit > 0 && trustProxy === 0
  return { perNetwork: counts ? connectionsPerAddress : 0, inAll: connectionsInAll }
}

/** Opens every namespace on the server. */
type Opening = Pick<Api, 'kept' | 'lists'> & { door: Deps }

function openNamespaces(http: FastifyInstance, deps: Deps, { door, ...means }: Opening) {
  const { config } = deps
  const storage = createStorageLimit(deps.budgets, config.storedPerAddress)
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
        storage,
        once: (keyed, work) => runOnce(deps.db, keyed, work),
        db: deps.db,
        provenBy: provenCart(deps.findCart),
        ...means,
        ...texts,
      },
      declare,
    ),
  }))
}

/** What runs beside requests, on every process; each job once for all of them. */
function jobs(deps: Deps) {
  const all = [
    eventJobs(deps),
    venueJobs(deps),
    organizerJobs(deps),
    inventoryJobs(deps.db),
    checkinJobs(deps.db),
    cartJobs(deps.db),
    orderJobs(deps),
    idempotencyJobs(deps.db),
    budgetJobs(deps),
  ]
  return {
    handlers: Object.assign({}, ...all.map(({ handlers }) => handlers)) as Record<
      string,
      JobHandler
    >,
    schedules: all.flatMap(({ schedules }) => schedules),
  }
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
      description: 'Accounts, application passwords and API keys.',
      declare: api => {
        userRoutes(api, deps, {
          stillOpen: async id => ({ scanner_keys: await openScannerKeysOf(deps, id) }),
        })
        keyRoutes(api, deps)
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
        freeOrderRoutes(paying, deps)
        for (const segment of ['cardprocessor', 'stripe']) cardRoutes(paying, deps, segment)
        for (const segment of ['wallet', 'paypal']) walletRoutes(paying, deps, segment)
        messageRoutes(paying, deps)
        couponRoutes(api, deps)
        cartCouponRoutes(paying, deps, { reprice: cartId => repriceOrder(deps, cartId) })
        feeRoutes(api, deps)
      },
    },
  ]
}

/** Over the connections of the door, whose devices must be known also while the sale has all others. */
function recogniser(door: Deps) {
  const { db, clock, attempts, knownCredentials } = door
  const otherTokens = (token: string) => recogniseScanner(door, token)
  const means = { db, clock, attempts, knownCredentials, otherTokens }
  return (request: RequestInfo) => recogniseCaller(means, request)
}
