import { readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseOver, type OpenDatabase, openDatabase } from '../../src/platform/db/database.ts'
import { openInMemory } from '../../src/platform/db/lite-engine.ts'
import { poolOver } from '../../src/platform/db/pglite.ts'

/** Whether this run is on a server, where several connections really run at once. */
export const onPostgres = process.env['TEST_DATABASE'] === 'postgres'

/** A migrated, empty database for one test file. */
export function openTestDatabase(): Promise<OpenDatabase> {
  return onPostgres ? cloneTemplate() : openEmbedded()
}

/** The address of a fresh clone of the migrated template, for tests that start processes. */
export async function createServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template } = inject('postgres')
  const name = `${template}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await asOwner(url, `create database ${name} template ${template}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    drop: () => asOwner(url, `drop database if exists ${name} with (force)`),
  }
}

async function cloneTemplate(): Promise<OpenDatabase> {
  const { url, drop } = await createServerDatabase()
  const database = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 12 })
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

// Of the engines of this thread those that are free and empty: emptying one takes a tenth of loading one.
const free: PGlite[] = []
let snapshot: Promise<Blob> | undefined
let shape: string | undefined

/** The same, embedded whichever the others of this run are. */
export async function openEmbedded(): Promise<OpenDatabase> {
  const lite = free.pop() ?? (await loadSnapshot())
  const pool = poolOver(bytes => lite.execProtocolRaw(bytes))
  return databaseOver(pool, 'embedded', async () => {
    if (await emptied(lite)) free.push(lite)
    else await lite.close()
  })
}

async function loadSnapshot(): Promise<PGlite> {
  snapshot ??= readFile(inject('snapshot')).then(bytes => new Blob([bytes]))
  const lite = await openInMemory(await snapshot)
  shape ??= await shapeOf(lite)
  return lite
}

/** Whether the engine is as new again: not when the test changed the schema. */
async function emptied(lite: PGlite): Promise<boolean> {
  await lite.exec('rollback')
  if ((await shapeOf(lite)) !== shape) return false
  const { rows } = await lite.query<{ name: string; large: boolean }>(`
    select quote_ident(relname) as name, pg_relation_size(oid) > 200000 as large from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`)
  await lite.exec(emptying(rows))
  return true
}

/** Deletes the rows of small tables, in a tenth of the time that making their files anew takes. */
function emptying(tables: readonly { name: string; large: boolean }[]): string {
  const large = tables.filter(table => table.large).map(({ name }) => name)
  return [
    ...(large.length === 0 ? [] : [`truncate ${large.join(', ')} cascade`]),
    // Without triggers, so that the order of tables does not matter.
    'set session_replication_role = replica',
    ...tables.filter(table => !table.large).map(({ name }) => `delete from ${name}`),
    'reset session_replication_role',
    `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'`,
  ].join(';')
}

async function shapeOf(lite: PGlite): Promise<string> {
  const { rows } = await lite.query<{ shape: string }>(`
    select md5(concat(
      (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ' ' order by attrelid, attnum)
       from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and attnum > 0),
      (select string_agg(conname || pg_get_constraintdef(oid), ' ' order by conname, oid) from pg_constraint),
      (select count(*) from pg_proc), (select count(*) from pg_trigger)
    )) as shape`)
  return rows[0]?.shape ?? ''
}

async function asOwner(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
