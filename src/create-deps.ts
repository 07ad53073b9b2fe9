import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { NamespaceName } from './deps.ts'
import type { Clock } from './platform/clock.ts'
import type { Db, OpenDatabase } from './platform/db/database.ts'
import type { Random } from './platform/random.ts'
import { createSettingsReader } from './access/settings/site-settings.ts'
import { serverSecret } from './access/secrets/lookup.ts'
import { createBudgets } from './platform/budgets/budgets.ts'
import { addToSums } from './platform/budgets/store.ts'
import { createFollowing } from './platform/facts/follow.ts'
import { createAttemptLimit } from './platform/http/limits/attempts.ts'
import { createStorageLimit } from './platform/http/limits/storage-limit.ts'
import { createKnownCredentials } from './platform/http/request/known-credentials.ts'
import { jobQueue } from './platform/jobs/queue.ts'
import { createPace } from './platform/pace/pace.ts'
import { isPublicAddress } from './platform/net/public-address.ts'
import { createMailer } from './platform/smtp/mailer.ts'
import { createSafeFetch } from './platform/net/safe-fetch.ts'
import { cartFinder } from './shop/cart/lookup.ts'
import type { Deps } from './messaging/deps.ts'
import { createTicketPrinter } from './messaging/tickets/print-tickets.ts'
import { orderFinder } from './shop/orders/record/lookup.ts'
import { connectedAccounts } from './shop/payments/accounts/connected-accounts.ts'
import { createGateways } from './shop/payments/gateways.ts'
import { type PaymentMetrics, paymentMetrics } from './shop/payments/payment-metrics.ts'
import type { Patience } from './shop/payments/retry.ts'
import { sandboxStore } from './shop/payments/sandbox/keep-sandbox.ts'
import { createLanes, type Lanes } from './ticketing/inventory/lanes.ts'

export type Surroundings = {
  database: OpenDatabase
  config: Config
  log: Logger
  random: Random
  clock: Clock
  /** Which IP addresses may be fetched when somebody sends one; by default those of the public internet. */
  mayReach?: (ip: string) => boolean
  /**
   * Resolves when the database can be used; by default it is migrated already. The service is put together meanwhile.
   */
  readable?: Promise<unknown>
  /** How long payment providers may take; shorter in tests. */
  patience?: Patience
  /** Milliseconds within which every buyer is answered, whatever blocks the sale; ten seconds by default. */
  saleWaitMaxMs?: number
  /** Whether work that no buyer waits for, such as mails, rests while tickets are sold; by default it does. */
  rests?: boolean
}

type ProcessDeps = {
  deps: Deps
  /** The same dependencies with the connections and the lanes of check-in. */
  door: Deps
  complete: Promise<void>
}

/**
 * Creates everything that does IO, once for the process. Values from the database are available when `complete`
 * resolves; reading one earlier is a bug.
 */
export function createDeps(surroundings: Surroundings): ProcessDeps {
  const { database, config, log, random, clock, mayReach = isPublicAddress } = surroundings
  const { db } = database
  const publicRoot = publicRootOf(config)
  let stored: Stored | undefined
  const read = () => {
    if (!stored) throw new Error('What the database keeps has not been read yet.')
    return stored
  }
  const budgets = createBudgets({
    clock,
    log,
    on: config.rateLimit > 0,
    secret: () => read().secrets.nonce,
    share: (told, now, tx) => addToSums(tx ?? db, told, now),
  })
  const lanes = lanesOf(surroundings)
  const metrics = paymentMetrics()
  const settings = createSettingsReader({ database, config, clock, log })
  const shared = {
    ...behindTheSale(surroundings, lanes),
    mailer: createMailer(config),
    databaseKind: database.kind,
    clock,
    random,
    log,
    config,
    jobs: jobQueue,
    findCart: cartFinder(db),
    findOrderByReference: orderFinder(db),
    printer: createTicketPrinter({ clock, log }),
    paymentMetrics: metrics,
    budgets,
    attempts: createAttemptLimit(budgets),
    storage: createStorageLimit(budgets, config.storedPerAddress),
    knownCredentials: createKnownCredentials(),
    fetchPublic: createSafeFetch(mayReach),
    publicRoot,
    ...settings,
    restRoot: (name: NamespaceName) =>
      `${publicRoot}${config.apiPrefix}/${namespaceOf(config, name)}`,
  }
  const over = (handle: Db, own: Lanes): Deps => ({
    ...shared,
    db: handle,
    lanes: own,
    get gateways() {
      return read().gateways
    },
    get secrets() {
      return read().secrets
    },
  })
  const complete = (async () => {
    stored = await readStored(surroundings, metrics)
    await settings.readAgain()
  })()
  // A value that is set later, for those who await it.
  complete.catch(() => {})
  return { deps: over(db, lanes.sale), door: over(database.door, lanes.door), complete }
}

/** The work that no buyer waits for: it rests while requests wait for the sale or at the door. */
function behindTheSale(
  { database: { db }, clock, log, rests = true }: Surroundings,
  lanes: Record<string, Lanes>,
) {
  const all = Object.values(lanes)
  const isSelling = () => rests && all.some(each => each.isUsed())
  // Facts have a pace of their own, because mails would leave them few turns.
  const facts = createPace(isSelling, { restMostMs: 1000, firstTurnMs: 50 })
  // The first mail with tickets starts the thread that draws them, and loads its fonts.
  const mails = createPace(isSelling, { restMostMs: 5000, firstTurnMs: 300 })
  return { pace: mails, following: createFollowing({ db, clock, log, pace: facts }) }
}

function lanesOf({ database, log, saleWaitMaxMs: waitMaxMs }: Surroundings) {
  const over = (db: Db) => createLanes({ db, log, waitMaxMs })
  return { sale: over(database.db), door: over(database.door) }
}

type Stored = Pick<Deps, 'gateways' | 'secrets'>

async function readStored(surroundings: Surroundings, metrics: PaymentMetrics): Promise<Stored> {
  const { database, config, log, random, clock, patience, readable } = surroundings
  const { db } = database
  await readable
  const order = await serverSecret(db, random, 'order')
  const accounts = await connectedAccounts(db, order, config)
  return {
    gateways: await createGateways(await accounts.settings(), {
      clock,
      random,
      log,
      sandboxStore: sandboxStore(db, { always: config.sandbox === 'on' }),
      metrics,
      accounts,
      ...(patience && { patience }),
    }),
    secrets: {
      nonce: await serverSecret(db, random, 'nonce'),
      order,
      installation: (await serverSecret(db, random, 'installation')).toString('hex').slice(0, 16),
    },
  }
}

/** The public address of the site. */
export const publicRootOf = (config: Config) =>
  config.publicUrl || `http://${config.host}:${config.port}`

/** `svc/events/v1`: vendor, name and version of a namespace. */
export const namespaceOf = (config: Config, name: NamespaceName) => `${config.apiVendor}/${name}/v1`
