import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseOver, openDatabase } from '../../src/platform/db/database.ts'
import { exchangeRaw, openInMemory } from '../../src/platform/db/embedded/lite-engine.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts'
import { poolOver } from '../../src/platform/db/embedded/pglite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    snapshot: string
    postgres: { url: string; template: string }
  }
}

const migrations = createHash('sha256')
  .update(
    readMigrations()
      .map(({ name, checksum }) => name + checksum)
      .join(),
  )
  .digest('hex')
  .slice(0, 12)

/** One migrated database per state of the migrations is kept; test files load or clone it. */
export default async function setup({ provide, config }: TestProject) {
  const url = config.env['TEST_POSTGRES_URL']
  provide('snapshot', await snapshotFile())
  if (url === undefined) return undefined
  const template = await makeTemplate(url)
  provide('postgres', { url, template })
  return () => dropClones(url, template)
}

async function snapshotFile(): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/marquee')
  const file = path.join(folder, `${migrations}.tar`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const lite = await openInMemory()
  const database = databaseOver(
    poolOver(bytes => exchangeRaw(lite, bytes)),
    'embedded',
    async () => {},
  )
  await migrate(database)
  await database.pool.query('checkpoint')
  await database.close()
  const dump = await lite.dumpDataDir('none')
  await lite.close()
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  return file
}

/** Test files pass their databases on to the next ones; the last of them stay until the end. */
async function dropClones(url: string, template: string) {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`${template}_${process.pid}_`],
    )
    for (const { datname } of rows)
      await owner.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await owner.end()
  }
}

/** Drops clones left by an interrupted run, unless somebody is connected to them. */
async function makeTemplate(url: string): Promise<string> {
  const template = `marquee_test_${migrations}`
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock(7204512)')
    await dropUnused(owner, template)
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await build(owner, url, template)
  } finally {
    await owner.end()
  }
  return template
}

async function build(owner: Client, url: string, template: string) {
  const unfinished = `${template}_building`
  await owner.query(`drop database if exists ${unfinished} with (force)`)
  await owner.query(`create database ${unfinished}`)
  const own = new URL(url)
  own.pathname = `/${unfinished}`
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '' })
  await migrate(database)
  await database.close()
  await owner.query(`alter database ${unfinished} rename to ${template}`)
}

async function dropUnused(owner: Client, template: string) {
  const { rows } = await owner.query<{ datname: string }>(
    `select datname from pg_database d
     where datname like 'marquee_test_%' and datname <> $1
       and not exists (select from pg_stat_activity a where a.datname = d.datname)
       and (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification < now() - interval '1 hour'`,
    [template],
  )
  for (const { datname } of rows.filter(({ datname }) => !isOfRunning(datname))) {
    await owner.query(`drop database if exists ${datname}`)
  }
}

/** Whether the run that made a clone is still running, by the process id in its name. */
function isOfRunning(clone: string): boolean {
  const pid = Number(clone.split('_')[3] ?? 0)
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
