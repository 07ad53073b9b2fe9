import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { type Migration, migrate, readMigrations } from '../../../src/platform/db/migrate.ts'
import { createServerDatabase, onPostgres, openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const { pool } = database
afterAll(() => database.close())

function migration(version: number, text: string): Migration {
  const checksum = createHash('sha256').update(text).digest('hex')
  return { version, name: `000${version}_test.sql`, text, checksum }
}

const makeA = migration(1, 'create table a (n int); insert into a values (1);')
const makeB = migration(2, 'create table b (n int);')

const applied = async () =>
  (await pool.query('select version, name from schema_migrations order by version')).rows
const rowsOfA = async () => (await pool.query('select n from a')).rows

beforeEach(async () => {
  await pool.query('drop schema public cascade; create schema public')
})

test('migrations are applied once, in order, and only what is new', async () => {
  await migrate(database, [makeA])
  await migrate(database, [makeA, makeB])
  await migrate(database, [makeA, makeB])
  expect(await applied()).toEqual([
    { version: 1, name: '0001_test.sql' },
    { version: 2, name: '0002_test.sql' },
  ])
  expect(await rowsOfA()).toEqual([{ n: 1 }])
})

test('two starters at the same time migrate once', async () => {
  const slow = migration(1, `select pg_sleep(0.1); ${makeA.text}`)
  await Promise.all([migrate(database, [slow]), migrate(database, [slow])])
  expect(await applied()).toHaveLength(1)
  expect(await rowsOfA()).toEqual([{ n: 1 }])
})

test('a migration that was changed afterwards is refused in one sentence', async () => {
  await migrate(database, [makeA])
  const changed = migration(1, `${makeA.text} -- harmless`)
  await expect(migrate(database, [changed, makeB])).rejects.toMatchObject({
    reason: 'migrations',
    message: 'The migration 0001_test.sql was changed after it had been applied.',
  })
  expect(await applied()).toHaveLength(1)
})

test('a database that is newer than this version is refused in one sentence', async () => {
  await migrate(database, [makeA, makeB])
  await expect(migrate(database, [makeA])).rejects.toMatchObject({
    reason: 'migrations',
    message: 'The database is newer than this version: it has the migration 0002_test.sql.',
  })
})

test('a migration that fails leaves nothing behind and the connection usable', async () => {
  const broken = migration(2, 'create table c (n int); select nonsense;')
  await expect(migrate(database, [makeA, broken])).rejects.toThrow(/nonsense/)
  await migrate(database, [makeA, makeB])
  expect(await applied()).toHaveLength(2)
})

test('the numbers of the shipped migrations run without a gap', () => {
  const versions = readMigrations().map(({ version }) => version)
  expect(versions).toEqual(versions.map((_, index) => index + 1))
})

test.runIf(onPostgres)(
  'it works without prepared statements and start-up options too',
  async () => {
    const { url, drop } = await createServerDatabase()
    const plain = await openDatabase({ databaseUrl: url, dataDir: '', prepare: false, poolSize: 2 })
    await migrate(plain)
    await plain.close()
    await drop()
  },
)
