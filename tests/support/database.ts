import { readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseOver, type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { exchangeRaw, openInMemory } from '../../src/platform/db/embedded/lite-engine.ts'
import { nobodyElse } from '../../src/platform/db/news.ts'
import { poolOver } from '../../src/platform/db/embedded/pglite.ts'
import { type Ask, isEmptied, shapeOf } from './emptying.ts'

/** Whether this run is on a server, where transactions run concurrently. */
export const onPostgres = process.env['TEST_DATABASE'] === 'postgres'

/**
 * Whether this run has the tests that do not depend on the database: in the short run one of the two
 * databases has them, in the long run both.
 */
export const hasOnce = process.env['TEST_ONCE'] !== undefined

/** A migrated, empty database for one test file. */
export function openTestDatabase(): Promise<OpenDatabase> {
  return onPostgres ? openClone() : openEmbedded()
}

type ServerDatabase = {
  url: string
  /** Returns the database, which is emptied for the next test. */
  drop(): Promise<void>
}

// This thread's databases that are free and empty: emptying one takes a tenth of creating one.
const freeClones: ServerDatabase[] = []
let cloneShape: Promise<string> | undefined

/**
 * The address of an empty clone of the migrated template, for tests that start processes. A `bare` one has no tables. The
 * server does not wait for its disk with every commit. Tests outside of tests/faults never crash the server, so it
 * keeps every commit.
 */
export async function createServerDatabase({ bare = false } = {}): Promise<ServerDatabase> {
  return handedOut((bare ? undefined : freeClones.pop()) ?? (await createDatabase(bare)))
}

/** The database for one user. Returning it twice would empty it while the next user has it. */
function handedOut(database: ServerDatabase): ServerDatabase {
  let isGivenUp = false
  return {
    url: database.url,
    drop: async () => {
      if (isGivenUp) throw new Error('This database was given up before.')
      isGivenUp = true
      await database.drop()
    },
  }
}

async function createDatabase(bare: boolean): Promise<ServerDatabase> {
  const { url, template } = inject('postgres')
  const name = `${template}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await asking(url, async ask => {
    await ask(`create database ${name} template ${bare ? 'template0' : template}`)
    await ask(`alter database ${name} set synchronous_commit = off`)
  })
  const own = new URL(url)
  own.pathname = `/${name}`
  if (!bare) cloneShape ??= asking(own.href, shapeOf)
  const shape = bare ? undefined : await cloneShape
  const database: ServerDatabase = {
    url: own.href,
    drop: async () => {
      if (shape !== undefined && (await asking(own.href, ask => isLeftEmpty(ask, shape)))) {
        freeClones.push(database)
      } else await asking(url, ask => ask(`drop database if exists ${name} with (force)`))
    },
  }
  return database
}

/** Ends the connections of killed processes first: one may have a statement under way. */
async function isLeftEmpty(ask: Ask, shape: string): Promise<boolean> {
  await ask(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  return isEmptied(ask, shape)
}

async function openClone(): Promise<OpenDatabase> {
  const server = await createServerDatabase()
  const database = await openDatabase({
    databaseUrl: server.url,
    dataDir: '',
    poolSize: 12,
    // Without the guard, because these tests measure something else on busy machines.
    listMaxMs: 20_000,
  })
  return {
    ...database,
    // A test alone writes to its clone.
    news: nobodyElse,
    close: async () => {
      await database.close()
      await server.drop()
    },
  }
}

const freeEngines: PGlite[] = []
let snapshot: Promise<Blob> | undefined
let engineShape: string | undefined

/** A migrated, empty embedded database, also in runs on a server. */
export async function openEmbedded(): Promise<OpenDatabase> {
  const lite = freeEngines.pop() ?? (await loadSnapshot())
  const pool = poolOver(bytes => exchangeRaw(lite, bytes))
  return databaseOver(pool, 'embedded', async () => {
    if (await isEmptied(askEngine(lite), engineShape ?? '')) freeEngines.push(lite)
    else await lite.close()
  })
}

async function loadSnapshot(): Promise<PGlite> {
  snapshot ??= readFile(inject('snapshot')).then(bytes => new Blob([bytes]))
  const lite = await openInMemory(await snapshot)
  engineShape ??= await shapeOf(askEngine(lite))
  return lite
}

function askEngine(lite: PGlite): Ask {
  return async <Row>(statements: string) => (await lite.exec(statements)).at(-1)?.rows as Row[]
}

/** Runs work over a connection of its own. */
async function asking<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async <Row>(statements: string) => {
      const results: unknown = await client.query(statements)
      const last = Array.isArray(results) ? results.at(-1) : results
      return (last as { rows: Row[] }).rows
    })
  } finally {
    await client.end()
  }
}
