import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { databaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import type { Opening } from './open-migrated.ts'
import { adoptCurrency } from './reprice.ts'

const drainMilliseconds = 20_000

export type Running = {
  address: string
  /** Tells whoever started it, once it can be told to stop. */
  announce(): void
  stop(): Promise<void>
}

/**
 * Starts the service while its database opens: first administrator, HTTP, jobs. `stop` says so, still takes requests for
 * `STOP_DELAY` seconds, and finishes what was accepted, the database at last.
 */
export async function serve(config: Config, { database, migrated }: Opening): Promise<Running> {
  const log = createLog(config.logLevel)
  try {
    const random = systemRandom
    const { db, kind, pool } = database
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
    return {
      address,
      announce: () => announce({ address, database: kind, dataDir: config.dataDir, made }),
      stop: once(() => stop(app, config, database.close)),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function stop(app: App, { stopDelay }: Config, closeDatabase: () => Promise<void>) {
  app.announceStop()
  await wait(stopDelay * 1000)
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

function announce({ address, database, dataDir, made }: Started) {
  const kept = database === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL'
  console.log(`Marquee answers at ${address} (${kept}).`)
  if (made === undefined) return
  console.log('The administrator is "admin"; this application password is shown once:')
  console.log(`  ${made}`)
}
