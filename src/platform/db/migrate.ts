import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Migration = { version: number; name: string; text: string; checksum: string }

/** Any number, the same in every process, for the lock under which migrations run. */
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

/**
 * Brings the database up to this version: forward only, one transaction for all, one process at a time. Refuses a
 * database that is newer than this version or whose migrations were changed after they ran.
 */
export async function migrate(
  { pool }: Pick<OpenDatabase, 'pool'>,
  migrations = readMigrations(),
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = 0; set local statement_timeout = 0`)
    // Transaction-level, so that it also holds behind a pooler that shares sessions.
    await client.query('select pg_advisory_xact_lock($1)', [lockId])
    await applyPending(client, migrations)
    await client.query('commit')
    client.release()
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(true)
    throw error
  }
}

async function applyPending(client: pg.PoolClient, migrations: readonly Migration[]) {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  )
  const applied = new Map(rows.map(row => [row.version, row]))
  for (const { version, name, checksum } of rows) {
    const known = migrations.find(migration => migration.version === version)
    if (!known)
      throw refused(`The database is newer than this version: it has the migration ${name}.`)
    if (known.checksum !== checksum) {
      throw refused(`The migration ${name} was changed after it had been applied.`)
    }
  }
  for (const { version, name, text, checksum } of migrations) {
    if (applied.has(version)) continue
    await client.query(text)
    await client.query(
      'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      [version, name, checksum],
    )
  }
}

const refused = (sentence: string) => new DatabaseUnavailable('migrations', sentence)
