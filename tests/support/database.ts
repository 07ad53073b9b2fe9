import { readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseOver, type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { exchangeRaw, openInMemory } from '../../src/platform/db/embedded/lite-engine.ts'
import { poolOver } from '../../src/platform/db/embedded/pglite.ts'
import { type Ask, isEmptied, shapeOf } from './emptying.ts'

/** Whether this run is on a server, where several connections really run at once. */
export const onPostgres = process.env['TEST_DATABASE'] === 'postgres'

/**
 * Whether this run has what happens alike on any database: in the short run one of the two has it, in the long one both.
 */
export const hasOnce = process.env['TEST_ONCE'] !== undefined

/** A migrated, empty database for one test file. */
export function openTestDatabase(): Promise<OpenDatabase> {
  return onPostgres ? openClone() : openEmbedded()
}

type ServerDatabase = { url: string; drop(): Promise<void> }

/** The address of a fresh clone of the migrated template, for tests that start processes; a `bare` one is empty. */
export async function createServerDatabase({ bare = false } = {}): Promise<ServerDatabase> {
  const { url, template } = inject('postgres')
  const name = `${template}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await asking(url, ask => ask(`create database ${name} template ${bare ? 'template0' : template}`))
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    drop: async () => {
      await asking(url, ask => ask(`drop database if exists ${name} with (force)`))
    },
  }
}

// Of the databases of this thread those that are free and empty: emptying one takes a tenth of making one.
const freeClones: ServerDatabase[] = []
let cloneShape: Promise<string> | undefined

async function openClone(): Promise<OpenDatabase> {
  const server = freeClones.pop() ?? (await createServerDatabase())
  cloneShape ??= asking(server.url, shapeOf)
  const shape = await cloneShape
  const database = await openDatabase({
    databaseUrl: server.url,
    dataDir: '',
    poolSize: 12,
    // What is measured here is something else, on machines that have much to do.
    listMaxMs: 20_000,
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      if (await asking(server.url, ask => isEmptied(ask, shape))) freeClones.push(server)
      else await server.drop()
    },
  }
}

const freeEngines: PGlite[] = []
let snapshot: Promise<Blob> | undefined
let engineShape: string | undefined

/** The same, embedded whichever the others of this run are. */
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

/** Work over a connection of its own. */
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
