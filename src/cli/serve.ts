import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type App, createApp } from '../app.ts'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { databaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { version } from '../platform/version.ts'
import { systemRandom } from '../platform/random.ts'
import { paymentsInWords } from '../shop/payments/say-payments.ts'
import {
  createFirstAdministrator,
  type FirstAdministrator,
  sayFirstAdministrator,
} from './first-administrator.ts'
import type { Gateways } from '../shop/payments/gateways.ts'
import type { PendingDatabase } from './open-migrated.ts'
import { serveControl } from './serve-control.ts'
import { adoptCurrency } from './reprice.ts'

const drainMilliseconds = 20_000

export type RunningService = {
  address: string
  /** Called when the service is ready and can be stopped. */
  announce(): void
  stop(): Promise<void>
  /** Ends the period in which a stopping service still accepts requests. */
  hurry(): void
}

/**
 * Starts the service while its database opens: first administrator, HTTP, jobs. `stop` makes `/readyz` report the
 * stop, accepts requests for `STOP_DELAY` more seconds, finishes the accepted ones, and closes the database last.
 */
export async function serve(
  config: Config,
  { database, migrated, folder }: PendingDatabase,
  misspelt: readonly string[],
): Promise<RunningService> {
  const log = createLog(config.logLevel)
  try {
    const random = systemRandom
    const { db, kind, pool, names } = database
    names.whenGivenUp(cause => {
      log.warn(
        { cause },
        'the pooler before PostgreSQL loses prepared statements, so they are turned off',
      )
    })
    const administrator = migrated.then(async () => {
      await adoptCurrency(db, config.currency)
      return createFirstAdministrator({ db, random, clock: systemClock, config })
    })
    // Told where it is awaited, or else what failed before it.
    administrator.catch(() => {})
    const clock = kind === 'postgres' ? await databaseClock({ pool, log }) : systemClock
    const surroundings = { database, config, log, random, clock }
    const app = await createApp({ ...surroundings, readable: administrator })
    const made = await administrator
    await app.http.listen({ host: config.host, port: config.port })
    app.startJobs()
    const endControl = folder ? serveControl({ dataDir: config.dataDir, folder, app }) : () => {}
    await tellStart(log, database, misspelt)
    const { port } = app.http.server.address() as AddressInfo
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    const hurried = new AbortController()
    return {
      address,
      hurry: () => hurried.abort(),
      announce: () =>
        announce({ address, database: kind, dataDir: config.dataDir, made }, app.deps),
      stop: once(() => {
        app.announceStop()
        return wait(config.stopDelay * 1000, undefined, { signal: hurried.signal })
          .catch(() => {})
          .then(() => {
            endControl()
            return stop(app, database.close)
          })
      }),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The first lines of the log: version, database, and settings with unknown names. */
async function tellStart(log: Logger, { pool, kind }: OpenDatabase, misspelt: readonly string[]) {
  const { rows } = await pool.query<{ name: string }>(
    'select name from schema_migrations order by version desc limit 1',
  )
  const migration = rows[0]?.name
  log.info({ version: version(), node: process.version, database: kind, migration }, 'started')
  for (const sentence of misspelt) log.warn(sentence)
}

async function stop(app: App, closeDatabase: () => Promise<void>) {
  const deadline = setTimeout(() => {
    console.error(
      `After ${drainMilliseconds / 1000} seconds not everything that was begun is finished. The rest is cut off now.`,
    )
    process.exit(1)
  }, drainMilliseconds)
  deadline.unref()
  await app.close()
  await closeDatabase()
  clearTimeout(deadline)
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}

type StartReport = {
  address: string
  database: string
  dataDir: string
  made: FirstAdministrator | undefined
}

function announce(
  { address, database, dataDir, made }: StartReport,
  { gateways, publicRoot }: { gateways: Gateways; publicRoot: string },
) {
  const kept = database === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL'
  console.log(`Marquee answers at ${address} (${kept}).`)
  console.log(paymentsInWords(gateways))
  if (made !== undefined) sayFirstAdministrator(made, publicRoot, line => console.log(line))
}
