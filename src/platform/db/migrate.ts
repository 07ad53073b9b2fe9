import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { isRetryable } from './violations.ts'

export type Migration = { version: number; name: string; text: string; checksum: string }

/** The key of the lock for migrations; any number that is the same in every process. */
const lockId = 7_204_511

/** The numbered SQL files that ship with this version, in order. */
export function readMigrations(folder = migrationsFolder()): Migration[] {
  return readdirSync(folder)
    .filter(file => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map(name => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version: Number(name.slice(0, 4)), name, text, checksum }
    })
}

function migrationsFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'migrations'))) folder = path.dirname(folder)
  return path.join(folder, 'migrations')
}

type MigratePatience = {
  /** How long a migration is tried while its tables are in use. */
  patienceMs?: number
  /** Called once for each migration, with what it waits for. */
  tell?: (sentence: string) => void
}

// Statements on a table queue behind a migration that waits for it. So it waits briefly, with long pauses between
// tries.
const lockMs = 200
const pauseMs = 1000
const usualPatienceMs = 600_000

/**
 * Brings the database up to this version: forward only, a transaction for each migration and one for all when there is
 * nothing yet, one process at a time. Refuses a database that is newer than this version or whose migrations were changed
 * after they ran. While others use the tables, sales among them, it waits for a moment without use.
 */
export async function migrate(
  { pool }: Pick<OpenDatabase, 'pool'>,
  migrations: readonly Migration[] = readMigrations(),
  { patienceMs = usualPatienceMs, tell = console.error }: MigratePatience = {},
): Promise<void> {
  const told = new Set<string>()
  let deadline = performance.now() + patienceMs
  for (;;) {
    const next = { name: '' }
    try {
      if (!(await inTransaction(pool, client => applyNext(client, migrations, next)))) return
      deadline = performance.now() + patienceMs
    } catch (error) {
      if (!isRetryable(error)) throw forOperator(error)
      const sentence = `The migration ${next.name} waits for tables in use; ${await oldestUse(pool)}.`
      if (performance.now() > deadline) throw refused(sentence)
      if (!told.has(next.name)) tell(sentence)
      told.add(next.name)
      await wait(pauseMs * (0.5 + Math.random()))
    }
  }
}

/**
 * Fails unless the database has exactly the tables of this version. Writes nothing, for commands that work on a database
 * which a service has made. `place` names the database in the message.
 */
export async function demandMigrated(
  { pool }: Pick<OpenDatabase, 'pool'>,
  place: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const present = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  const { rows } = present.rows[0]?.there
    ? await pool.query<Applied>('select version, name, checksum from schema_migrations')
    : { rows: [] }
  if (rows.length === 0) {
    throw new DatabaseUnavailable('missing', `${place} is empty: it has no tables of Marquee.`)
  }
  demandKnown(rows, migrations)
  const pending = migrations.filter(({ version }) => rows.every(row => row.version !== version))
  const [first] = pending
  if (first === undefined) return
  throw refused(
    `${place} is older than this version: it lacks ${pending.length} migrations, from ${first.name} on. Run marquee migrate first, or the command of the release whose service runs.`,
  )
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(true)
    throw error
  }
}

/** Applies the first missing migration, or all of them to an empty database; returns whether there was one. */
async function applyNext(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  next: { name: string },
): Promise<boolean> {
  await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
  // A lock of the transaction, so that it also works behind a pooler that shares sessions.
  await client.query('select pg_advisory_xact_lock($1)', [lockId])
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  )
  demandKnown(rows, migrations)
  const applied = new Set(rows.map(({ version }) => version))
  const pending = migrations.filter(({ version }) => !applied.has(version))
  await client.query(`set local lock_timeout = ${lockMs}`)
  for (const { version, name, text, checksum } of applied.size === 0
    ? pending
    : pending.slice(0, 1)) {
    next.name = name
    await client.query(text)
    await client.query(
      'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      [version, name, checksum],
    )
  }
  return applied.size > 0 && pending.length > 0
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>

function demandKnown(applied: readonly Applied[], migrations: readonly Migration[]) {
  for (const { version, name, checksum } of applied) {
    const own = migrations.find(migration => migration.version === version)
    if (!own)
      throw refused(`The database is newer than this version: it has the migration ${name}.`)
    if (own.checksum !== checksum) {
      throw refused(`The migration ${name} was changed after it had been applied.`)
    }
  }
}

/** The session whose transaction has been open for longest, as the end of a sentence. */
async function oldestUse(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ pid: number; name: string; seconds: number | null }>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
     order by xact_start limit 1`,
  )
  const [oldest] = rows
  if (!oldest || oldest.seconds === null) return 'nobody has them any more'
  const { pid, name, seconds } = oldest
  return `the oldest transaction is that of process ${pid} (${name || 'without a name'}), open for ${seconds} s`
}

/** Turns missing rights into a sentence that says who can grant them. */
function forOperator(error: unknown): unknown {
  const { code, message = '' } = error as { code?: string; message?: string }
  const [, extension] = /create extension "(\w+)"/.exec(message) ?? []
  if (code === '42501' && extension !== undefined) {
    return refused(
      `The user in DATABASE_URL may not create the extension ${extension}; have a superuser run in this database: CREATE EXTENSION ${extension};`,
    )
  }
  if (code === '42501' && /schema/.test(message)) {
    return refused(
      `The user in DATABASE_URL may not create tables (${message}); have the database's owner run in it: GRANT CREATE ON SCHEMA public TO that user;`,
    )
  }
  if (/pg_trgm/.test(message) && (code === '0A000' || code === '58P01')) {
    return refused(
      'PostgreSQL lacks the extension pg_trgm; install its contrib package (postgresql-contrib) on the server.',
    )
  }
  return error
}

const refused = (sentence: string) => new DatabaseUnavailable('migrations', sentence)
