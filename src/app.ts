import { localeNamed } from './core/locale.ts'
import type { FastifyInstance } from 'fastify'
import { createRecogniser } from './access/callers/recognise-caller.ts'
import { eventCountHeaders } from './catalogue/counted.ts'
import { imageFileRoutes } from './catalogue/images/routes.ts'
import { askForPublication } from './catalogue/events/publish-due.ts'
import { kindOfTable } from './catalogue/shown-tables.ts'
import { interfacePathOf } from './config/interface-path.ts'
import { createDeps, namespaceOf, type Surroundings } from './create-deps.ts'
import { budgetMetrics } from './platform/budgets/budget-metrics.ts'
import { stopNotice, tellOfStop } from './platform/http/limits/drain.ts'
import type { Changes } from './platform/db/changes.ts'
import { lastChangeOf } from './access/audit/last-change.ts'
import { createStatisticsKeeper } from './platform/db/statistics.ts'
import { createMetrics, type Metrics } from './platform/http/request/metrics.ts'
import { openNamespace } from './platform/http/namespace.ts'
import { operationRoutes } from './platform/http/operation.ts'
import { rootIndexRoute } from './platform/http/root-index.ts'
import type { Api, DeclaredRoute } from './platform/http/route.ts'
import { answerMetrics } from './platform/http/kept/answer-metrics.ts'
import {
  type AnswerCache,
  createAnswerCache,
  type RequestHead,
} from './platform/http/kept/answer-cache.ts'
import { connectionLimits, listLimit } from './platform/http/limits/limits.ts'
import { createRequestLimit } from './platform/http/limits/request-limit.ts'
import { createServer } from './platform/http/server.ts'
import { createShortcut } from './platform/http/kept/shortcut.ts'
import { factMetrics } from './platform/facts/metrics.ts'
import { answerBefore, runOnce } from './platform/idempotency/run-once.ts'
import { mailMetrics } from './messaging/outbox/mail-metrics.ts'
import { jobMetrics } from './platform/jobs/job-metrics.ts'
import { type JobRunner, startJobRunner } from './platform/jobs/runner.ts'
import { eventsFollower } from './messaging/notices/follow-events.ts'
import { salesFollower } from './messaging/outbox/follow-sales.ts'
import type { Deps } from './messaging/deps.ts'
import { findOldAddress } from './importing/addresses/find-old-address.ts'
import { feedRoutes } from './messaging/feeds/routes.ts'
import { ticketPaperRoutes } from './messaging/tickets/routes.ts'
import { provenCart } from './shop/cart/routes.proof.ts'
import { ticketCountHeaders } from './ticketing/counted.ts'
import { recogniseScanner } from './ticketing/checkin/lookup.ts'
import { recogniseDevice } from './ticketing/door/lookup.ts'
import { qrPictureRoutes } from './ticketing/checkin/routes.pictures.ts'
import { filtersForFeeds } from './web/catalogue/filters-for-feeds.ts'
import { builtConsole } from './web/kit/built-console.ts'
import { docRoutes } from './web/docs/doc-routes.tsx'
import { pageCache } from './web/kit/page-cache.ts'
import { languageOf } from './web/kit/language-of.ts'
import type { PageRoute } from './web/kit/pages.ts'
import { createSites } from './web/kit/site.ts'
import { pageRoutes } from './web/routes.tsx'
import { laneMetrics } from './ticketing/inventory/lane-metrics.ts'
import { stockMetrics } from './ticketing/inventory/stock-metrics.ts'
import { allJobs } from './jobs.ts'
import { namespaces } from './namespaces.ts'

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
  const { config, database, clock } = surroundings
  const { changes, news } = database
  const kindOf = (table: string) => kindOfTable.get(table)
  const kept = createAnswerCache({ clock, changes, news, kindOf, corsOrigins: config.corsOrigins })
  expectPublications(database)
  const sites = createSites(config, deps.publicRoot, deps)
  const ofPages = pageCache(kept, request => languageOf(sites.now(), request))
  const stop = stopNotice()
  const metrics = metricsOf(database, { deps, door, kept })
  const http = await openServer(surroundings, deps, { kept, ofPages, stop, metrics })
  tellOfStop(http, stop)
  const { metricsToken } = config
  const dataDir = database.kind === 'embedded' ? config.dataDir : undefined
  operationRoutes(http, { pool: database.health, metrics, metricsToken, stop, dataDir })
  imageFileRoutes(http, deps)
  const lists = listLimit(deps, database.lists)
  feedRoutes(http, deps, {
    lists,
    kept: ofPages,
    localeOf: request =>
      localeNamed(languageOf(sites.now(), request)) ?? deps.siteSettings().language,
    readPageFilters: (list, query) => filtersForFeeds(deps, list, query),
  })
  const pages = pageRoutes(http, {
    deps,
    sites,
    lists,
    kept: ofPages,
    built: builtConsole(clock),
    movedTo: url => findOldAddress(deps, url),
    recognise: recogniser(door),
  })
  qrPictureRoutes(http, deps)
  ticketPaperRoutes(http, deps)
  const opened = openNamespaces(http, deps, { door, kept, lists })
  rootIndexRoute(http, {
    prefix: config.apiPrefix,
    publicUrl: deps.publicRoot,
    timezone: config.timezone,
    namespaces: opened.map(({ name }) => namespaceOf(config, name)),
  })
  docRoutes(http, { deps, sites }, opened)
  await complete
  await deps.following.prepare([salesFollower(deps), eventsFollower(deps)])
  return {
    http,
    deps,
    routes: opened.flatMap(({ routes }) => routes),
    pages,
    ...lifeOf(http, { deps, door, stop, changes }),
  }
}

/** Another process may have scheduled an event by any write to events, and by one that was not heard. */
function expectPublications({ db, changes, news }: Surroundings['database']) {
  changes.listenToOthers(rows => {
    if (rows.has('events')) askForPublication(db)
  })
  news.listen(() => askForPublication(db))
}

type Measured = { deps: Deps; door: Deps; kept: AnswerCache }

const metricsOf = (
  { pools, news }: Surroundings['database'],
  { deps, door, kept }: Measured,
): Metrics =>
  createMetrics(pools, [
    ...laneMetrics([deps.lanes, door.lanes]),
    ...factMetrics(deps.following, deps.clock),
    ...answerMetrics(kept, news),
    ...Object.values(deps.paymentMetrics),
    budgetMetrics(deps.budgets),
    jobMetrics(deps.db),
    ...mailMetrics(deps),
    stockMetrics(deps.db),
  ])

type Serving = {
  kept: AnswerCache
  /** The kept pages. */
  ofPages: Pick<AnswerCache, 'hit'>
  stop: ReturnType<typeof stopNotice>
  metrics: Metrics
}

/** The server without routes, which sends kept answers and pages before anything else. */
function openServer(
  { config, log, random }: Surroundings,
  { budgets, knownCredentials, publicRoot }: Deps,
  { kept, ofPages, stop, metrics }: Serving,
) {
  const { corsOrigins, trustProxy, apiPrefix } = config
  const limit = createRequestLimit(budgets, config.rateLimit)
  const cache = { hit: (request: RequestHead) => kept.hit(request) ?? ofPages.hit(request) }
  return createServer({
    logger: log,
    random,
    trustProxy,
    limit,
    senderOf: knownCredentials.senderOf,
    connections: connectionLimits(config),
    corsOrigins,
    countingHeaders: [...eventCountHeaders, ...ticketCountHeaders],
    publicRoot,
    apiPrefix,
    interfacePath: interfacePathOf(config),
    shortcut: createShortcut({ cache, stop, limit, metrics, random, log, trustProxy }),
  })
}

type Living = {
  deps: Deps
  door: Deps
  stop: ReturnType<typeof stopNotice>
  changes: Changes
}

function lifeOf(http: FastifyInstance, { deps, door, stop, changes }: Living) {
  const statistics = createStatisticsKeeper({ ...deps, changes })
  let runner: JobRunner | undefined
  return {
    startJobs: () => {
      runner = startJobRunner({ ...deps, ...allJobs(deps) })
      deps.following.start()
      statistics.start()
    },
    announceStop: () => {
      stop.give()
      deps.following.release()
    },
    close: async () => {
      deps.following.release()
      deps.pace.close()
      await http.close()
      // Mails that are being written wait for no page: they are sent by who starts next.
      await deps.printer.close()
      await Promise.all([deps.lanes.drain(), door.lanes.drain()])
      await deps.following.stop()
      await runner?.stop()
      await statistics.stop()
      deps.mailer?.close()
      await deps.budgets.drain()
    },
  }
}

/** Opens every namespace on the server. */
type Opening = Pick<Api, 'kept' | 'lists'> & { door: Deps }

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
        answerBefore: keyed => answerBefore(deps.db, keyed),
        lastChange: record => lastChangeOf(deps.db, record),
        db: deps.db,
        docs: `${deps.publicRoot}/docs/${name}`,
        refuses: { always: name === 'admin', usually: config.apiStrict },
        provenBy: provenCart(deps.findCart),
        storage: deps.storage,
        ...means,
        ...texts,
      },
      declare,
    ),
  }))
}

/** On the connections for check-in, because scanner keys must be recognised even while the sale uses all others. */
function recogniser(door: Deps) {
  const otherTokens = async (token: string) =>
    (await recogniseScanner(door, token)) ?? (await recogniseDevice(door, token))
  const { db, clock, attempts, knownCredentials, publicRoot, siteSettings } = door
  return createRecogniser({
    db,
    clock,
    attempts,
    knownCredentials,
    publicRoot,
    siteSettings,
    otherTokens,
    // The secrets are read from the database later, after the service was put together.
    get secrets() {
      return door.secrets
    },
  })
}
