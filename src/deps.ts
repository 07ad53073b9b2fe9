import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Budgets } from './platform/budgets/budgets.ts'
import type { Clock } from './platform/clock.ts'
import type { Db, OpenDatabase } from './platform/db/database.ts'
import type { AttemptLimit } from './platform/http/attempts.ts'
import type { KnownCredentials } from './platform/http/known-credentials.ts'
import type { JobQueue } from './platform/jobs/queue.ts'
import type { SafeFetch } from './platform/net/safe-fetch.ts'
import type { Random } from './platform/random.ts'

export type NamespaceName = 'events' | 'tickets' | 'admin'

/**
 * The things that do IO, made once in create-deps.ts and handed to every capability. Areas to the right are given more:
 * ticketing/deps.ts, shop/deps.ts.
 */
export type Deps = {
  readonly db: Db
  readonly databaseKind: OpenDatabase['kind']
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly config: Config
  readonly jobs: JobQueue
  readonly budgets: Budgets
  readonly attempts: AttemptLimit
  readonly knownCredentials: KnownCredentials
  /** For addresses that somebody gave us: reaches the public internet only. */
  readonly fetchPublic: SafeFetch
  readonly secrets: {
    /** Keys the nonces of this installation. */
    readonly nonce: Buffer
    /** Makes the links that show buyers their orders. */
    readonly order: Buffer
    /** Names this installation at payment providers; not a secret. */
    readonly installation: string
  }
  /** Where people reach the site, without a slash at the end. */
  readonly publicRoot: string
  /** Absolute root of a namespace, e.g. `https://example.org/svc/events/v1`. */
  readonly restRoot: (namespace: NamespaceName) => string
}
