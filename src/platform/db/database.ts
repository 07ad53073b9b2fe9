import { Kysely, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { type Changes, createChanges } from './changes.ts'
import { poolDialect } from './dialect.ts'
import { type LiteFolder, openFolder } from './lite-folder.ts'
import { openEmbeddedPool } from './pglite.ts'
import { openPostgresPool } from './postgres.ts'
import { createStatementNames, type StatementNames } from './statement-names.ts'
import type { Database } from './tables.ts'

export { DatabaseUnavailable } from './unavailable.ts'
export type { Database }

/** The outer handle. Inside a transaction it refuses to work: use the `Tx`. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type OpenDatabase = {
  readonly db: Db
  readonly pool: Pool
  readonly kind: 'embedded' | 'postgres'
  /** What was committed through `db`. */
  readonly changes: Changes
  readonly names: StatementNames
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  /** A PostgreSQL server; without it the embedded database in `dataDir` is used. */
  databaseUrl?: string
  dataDir: string
  /** The embedded database, when it has been started already; whoever asks it waits until it is open. */
  folder?: Promise<LiteFolder> | undefined
  /** Keep prepared statements, until a pooler turns out to lose them. */
  prepare?: boolean
  /** Connections to a server; the embedded database has one. */
  poolSize?: number
  /** Milliseconds after which a server that does not answer is given up; longer than any statement may take. */
  answerMaxMs?: number
}

/** Opens the database. Fails with `DatabaseUnavailable`, whose message an operator can act on. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, folder, prepare = true, poolSize = 10, answerMaxMs } = options
  if (databaseUrl === undefined) {
    const opened = folder ?? Promise.resolve(await openFolder(dataDir))
    return over({ ...openEmbeddedPool(opened), prepare })
  }
  const opened = await openPostgresPool(databaseUrl, { poolSize, answerMaxMs })
  return over({ ...opened, prepare, kind: 'postgres' })
}

/** A database over a ready pool; `release` frees what lies below it. */
export function databaseOver(
  pool: Pool,
  kind: OpenDatabase['kind'],
  release: () => Promise<void>,
): OpenDatabase {
  return over({ pool, kind, release, prepare: true })
}

type Parts = {
  pool: Pool
  kind?: OpenDatabase['kind']
  release: () => Promise<void>
  prepare: boolean
  answerMaxMs?: number
}

function over({ pool, kind = 'embedded', release, prepare, answerMaxMs }: Parts): OpenDatabase {
  const names = createStatementNames({ wanted: prepare })
  const changes = createChanges()
  const db = new Kysely<Database>({ dialect: poolDialect({ pool, names, changes, answerMaxMs }) })
  let closing: Promise<void> | undefined
  return {
    db,
    pool,
    kind,
    changes,
    names,
    close: () => {
      // Not `db.destroy()`, which leaves a pool alone that was used only directly.
      closing ??= pool.end().then(release)
      return closing
    },
  }
}
