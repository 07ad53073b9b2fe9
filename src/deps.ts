import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Actor } from './core/actor.ts'
import type { SiteSettings } from './core/site-settings.ts'
import type { Budgets } from './platform/budgets/budgets.ts'
import type { Clock } from './platform/clock.ts'
import type { Db, OpenDatabase } from './platform/db/database.ts'
import type { AttemptLimit } from './platform/http/limits/attempts.ts'
import type { StorageLimit } from './platform/http/limits/storage-limit.ts'
import type { KnownCredentials } from './platform/http/request/known-credentials.ts'
import type { JobQueue } from './platform/jobs/queue.ts'
import type { SafeFetch } from './platform/net/safe-fetch.ts'
import type { Random } from './platform/random.ts'

export type NamespaceName = 'events' | 'tickets' | 'admin'

/**
 * The things that do IO, created once in create-deps.ts and passed to every capability. Areas to the right get more:
 * ticketing/deps.ts, shop/deps.ts, messaging/deps.ts.
 */
export type Deps = {
  readonly db: Db
  /** Who changes what `db` writes; set for the one request or job that it is about (platform/db/acting.ts). */
  readonly actor?: Actor
  readonly databaseKind: OpenDatabase['kind']
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly config: Config
  readonly jobs: JobQueue
  readonly budgets: Budgets
  readonly attempts: AttemptLimit
  /** The limit on what strangers store. */
  readonly storage: StorageLimit
  readonly knownCredentials: KnownCredentials
  /** Fetches addresses from users, on the public internet only. */
  readonly fetchPublic: SafeFetch
  readonly secrets: {
    /** The key of this installation's nonces. */
    readonly nonce: Buffer
    /** The key of the links that show buyers their orders. */
    readonly order: Buffer
    /** The name of this installation at payment providers; not a secret. */
    readonly installation: string
  }
  /** The public address of the site, without a slash at the end. */
  readonly publicRoot: string
  /** Absolute root of a namespace, e.g. `https://example.org/svc/events/v1`. */
  readonly restRoot: (namespace: NamespaceName) => string
  /**
   * What the site says of itself, as this process knows it: at most a second older than another process's write. The
   * only reader of these settings (access/settings).
   */
  readonly siteSettings: () => SiteSettings
  /** Resolves when every write to them that this process made or heard of is in `siteSettings()`. */
  readonly settingsRead: () => Promise<void>
}
