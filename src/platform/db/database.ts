import { type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { handleOver } from './acting.ts'
import { type Changes, createChanges } from './changes.ts'
import type { Source } from './dialect.ts'
import { type LiteFolder, openFolder } from './embedded/lite-folder.ts'
import { openEmbeddedPool } from './embedded/pglite.ts'
import { type News, nobodyElse } from './news.ts'
import type { Listener } from './listener.ts'
import { openPostgresPools, type Pools } from './postgres.ts'
import { inTurn, sparing } from './sources.ts'
import { createStatementNames, type StatementNames } from './statement-names.ts'
import type { Database } from './tables.ts'
import { createTurns } from './embedded/turns.ts'

export { DatabaseUnavailable } from './unavailable.ts'
export type { Database }

const listUsuallyMaxMs = 250

/** The outer handle. Inside a transaction it refuses to work: use the `Tx`. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/**
 * The handle for lists. On a server, public lists have connections of their own, on which no statement may run longer
 * than `listMaxMs`. On the embedded database everything else goes before lists.
 */
export type ListHandles = {
  readonly everybody: Db
  readonly staff: Db
  /** The most lists of each kind at once, so that enough connections remain for all else. */
  readonly atOnce: Readonly<Record<'everybody' | 'staff', number>>
}

export type OpenDatabase = {
  readonly db: Db
  readonly lists: ListHandles
  /** The handle for check-in: like `db`, with one connection kept free for it. */
  readonly door: Db
  /** The connection pool of `db`. */
  readonly pool: Pool
  /** The connection for readiness checks. */
  readonly health: Pool
  /** All pools, for metrics. */
  readonly pools: readonly Pool[]
  readonly kind: 'embedded' | 'postgres'
  /** Everything committed through any of the handles. */
  readonly changes: Changes
  /** What is known of other processes' writes. */
  readonly news: News
  /** The connection on which other processes' writes are heard; undefined when there is none. */
  readonly listener: Listener | undefined
  readonly names: StatementNames
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  /** A PostgreSQL server; without it the embedded database in `dataDir` is used. */
  databaseUrl?: string
  dataDir: string
  /** The embedded database, when it has been started already; statements wait until it is open. */
  folder?: Promise<LiteFolder> | undefined
  /** Keep prepared statements until a pooler is found to lose them. */
  prepare?: boolean
  /** Connections to a server, for all purposes together (shares.ts); the embedded database has one. */
  poolSize?: number
  /** Milliseconds after which a statement of a public list is cancelled on a server. */
  listMaxMs?: number
  /** Milliseconds after which a server that does not answer counts as gone; longer than any statement may take. */
  answerMaxMs?: number
  /** The direct address of a server, on which other processes' writes are heard; without it none are heard. */
  listenUrl?: string | undefined
  /** Refuse every statement that writes: for commands that only look. */
  readOnly?: boolean
  /** Tables whose writes are announced to other processes. */
  toldTables?: readonly string[]
}

/** Opens the database. Fails with `DatabaseUnavailable`, whose message an operator can act on. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, folder, prepare = true, poolSize = 10, readOnly = false } = options
  const { answerMaxMs, listMaxMs = listUsuallyMaxMs, listenUrl, toldTables = [] } = options
  const changes = createChanges()
  if (databaseUrl === undefined) {
    const opened = folder ?? Promise.resolve(await openFolder(dataDir))
    const { pool, release } = openEmbeddedPool(opened, { readOnly })
    return over({ ...sharing(pool, 'embedded'), changes, news: nobodyElse, prepare, release })
  }
  const limits = { poolSize, answerMaxMs, listMaxMs, readOnly }
  const telling = { changes, toldTables, listenUrl }
  const opened = await openPostgresPools(databaseUrl, { ...limits, ...telling })
  return over({ ...opened, ...divided(opened.pools), changes, prepare })
}

/** A database over a ready pool that nobody else writes to; `release` frees what the pool uses. */
export function databaseOver(
  pool: Pool,
  kind: OpenDatabase['kind'],
  release: () => Promise<void>,
): OpenDatabase {
  const changes = createChanges()
  return over({ ...sharing(pool, kind), changes, news: nobodyElse, release, prepare: true })
}

type Purpose = 'main' | 'lists' | 'staffLists' | 'door'

type Parts = {
  kind: OpenDatabase['kind']
  /** The first pool is the main one. */
  all: readonly [Pool, ...Pool[]]
  health: Pool
  sources: Readonly<Record<Purpose, Source>>
  atOnce: ListHandles['atOnce']
  changes: Changes
  news: News
  listener?: Listener | undefined
  /** Work that uses the pools for the last time before they close. */
  beforeEnd?: () => Promise<void>
  release: () => Promise<void>
  prepare: boolean
  answerMaxMs?: number
}

type Division = Pick<Parts, 'kind' | 'all' | 'health' | 'sources' | 'atOnce'>

/** All handles share one pool. On the embedded database, which has one connection, lists come last. */
function sharing(pool: Pool, kind: OpenDatabase['kind']): Division {
  if (kind === 'postgres') {
    const source = sparing(pool)
    const sources = { main: source, lists: source, staffLists: source, door: source }
    return { kind, all: [pool], health: pool, sources, atOnce: twoAtOnce }
  }
  const turns = createTurns()
  const first = inTurn(pool, turns, 'first')
  const last = inTurn(pool, turns, 'last')
  const sources = { main: first, lists: last, staffLists: last, door: first }
  return { kind, all: [pool], health: pool, sources, atOnce: twoAtOnce }
}

/** Two lists may run at once: while the database reads one, the program writes the other as JSON. */
const twoAtOnce = { everybody: 2, staff: 2 }

function divided({ main, lists, door, health }: Pools): Division {
  const all = [main, lists, door, health].filter(pool => pool !== undefined)
  return {
    kind: 'postgres',
    all: [main, ...all.slice(1)],
    health: health ?? main,
    sources: {
      main: sparing(main),
      lists: sparing(lists),
      staffLists: sparing(main),
      door: door ? sparing(main, door) : sparing(main),
    },
    atOnce: {
      everybody: lists.options.max,
      staff: Math.max(1, Math.floor(main.options.max / 2)),
    },
  }
}

function over(parts: Parts): OpenDatabase {
  const { kind, all, health, sources, atOnce, changes, prepare, answerMaxMs } = parts
  const names = createStatementNames({ wanted: prepare })
  const owner = new PostgresAdapter()
  const handle = (source: Source) => handleOver({ source, owner, names, changes, answerMaxMs })
  let closing: Promise<void> | undefined
  return {
    db: handle(sources.main),
    lists: { everybody: handle(sources.lists), staff: handle(sources.staffLists), atOnce },
    door: handle(sources.door),
    pool: all[0],
    health,
    pools: all,
    kind,
    changes,
    news: parts.news,
    listener: parts.listener,
    names,
    close: () => {
      closing ??= end(parts)
      return closing
    },
  }
}

async function end({ all, beforeEnd, release }: Parts) {
  await beforeEnd?.()
  // `db.destroy()` would not close a pool that was only used directly.
  await Promise.all(all.map(pool => pool.end()))
  await release()
}
