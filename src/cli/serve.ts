import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { databaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { paymentsInWords } from '../shop/payments/say-payments.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import type { Gateways } from '../shop/payments/gateways.ts'
import type { Opening } from './open-migrated.ts'
import { adoptCurrency } from './reprice.ts'

const drainMilliseconds = 20_000

export type Running = {
  address: string
  /** Tells whoever started it, once it can be told to stop. */
  announce(): void
  stop(): Promise<void>
  /** Ends the time in which a stopping service still takes requests. */
  hurry(): void
}

/**
 * Starts the service while its database opens: first administrator, HTTP, jobs. `stop` says so, still takes requests for
 * `STOP_DELAY` seconds, and finishes what was accepted, the database at last.
 */
export async function serve(config: Config, { database, migrated }: Opening): Promise<Running> {
  const log = createLog(config.logLevel)
  try {
    const random = systemRandom
    const { db, kind, pool, names } = database
    names.whenGivenUp(cause => {
      log.warn({ cause }, 'a pooler before PostgreSQL loses prepared statements: turned off')
    })
    const administrator = migrated.then(async () => {
      await adoptCurrency(db, config.currency)
      return createFirstAdministrator({ db, random, config })
    })
    const clock = kind === 'postgres' ? await databaseClock({ pool, log }) : systemClock
    const surroundings = { database, config, log, random, clock }
    const app = await createApp({ ...surroundings, readable: administrator })
    const made = await administrator
    await app.http.listen({ host: config.host, port: config.port })
    app.startJobs()
    const { port } = app.http.server.address() as AddressInfo
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    const hurried = new AbortController()
    return {
      address,
      hurry: () => hurried.abort(),
      announce: () =>
        announce({ address, database: kind, dataDir: config.dataDir, made }, app.deps.gateways),
      stop: once(() => {
        app.announceStop()
        return wait(config.stopDelay * 1000, undefined, { signal: hurried.signal })
          .catch(() => {})
          .then(() => stop(app, database.close))
      }),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function stop(app: App, closeDatabase: () => Promise<void>) {
  const deadline = setTimeout(() => process.exit(1), drainMilliseconds)
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

type Started = { address: string; database: string; dataDir: string; made: string | undefined }

function announce({ address, database, dataDir, made }: Started, gateways: Gateways) {
  const kept = database === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL'
  console.log(`Marquee answers at ${address} (${kept}).`)
  console.log(paymentsInWords(gateways))
  if (made === undefined) return
  console.log('The administrator is "admin"; this application password is shown once:')
  console.log(`  ${made}`)
}
