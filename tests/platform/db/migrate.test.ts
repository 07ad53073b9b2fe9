import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
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

test('migrations are applied once, in order, and only the new ones', async () => {
  await migrate(database, [makeA])
  await migrate(database, [makeA, makeB])
  await migrate(database, [makeA, makeB])
  expect(await applied()).toEqual([
    { version: 1, name: '0001_test.sql' },
    { version: 2, name: '0002_test.sql' },
  ])
  expect(await rowsOfA()).toEqual([{ n: 1 }])
})

test('two processes that start at the same time migrate once', async () => {
  const slow = migration(1, `select pg_sleep(0.1); ${makeA.text}`)
  await Promise.all([migrate(database, [slow]), migrate(database, [slow])])
  expect(await applied()).toHaveLength(1)
  expect(await rowsOfA()).toEqual([{ n: 1 }])
})

test('a migration that was changed after it was applied is refused in one sentence', async () => {
  await migrate(database, [makeA])
  const changed = migration(1, `${makeA.text} -- harmless`)
  await expect(migrate(database, [changed, makeB])).rejects.toMatchObject({
    reason: 'migrations',
    message: 'The migration 0001_test.sql was changed after it had been applied.',
  })
  expect(await applied()).toHaveLength(1)
})

test('a database newer than the program is refused in one sentence', async () => {
  await migrate(database, [makeA, makeB])
  await expect(migrate(database, [makeA])).rejects.toMatchObject({
    reason: 'migrations',
    message: 'The database is newer than this version: it has the migration 0002_test.sql.',
  })
})

test('a migration that fails leaves nothing behind, and the connection is usable', async () => {
  const broken = migration(2, 'create table c (n int); select nonsense;')
  await expect(migrate(database, [makeA, broken])).rejects.toThrow(/nonsense/)
  await migrate(database, [makeA, makeB])
  expect(await applied()).toHaveLength(2)
})

test('in a database with data each migration commits by itself, and a later failure does not undo it', async () => {
  await migrate(database, [makeA])
  const broken = migration(3, 'select nonsense;')
  await expect(migrate(database, [makeA, makeB, broken])).rejects.toThrow(/nonsense/)
  expect(await applied()).toHaveLength(2)
})

describe.runIf(onPostgres)('while a long query reads a table, a migration of it', () => {
  const addToA = migration(2, 'alter table a add column m int;')

  async function longReader() {
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select from a')
    return async () => {
      await reader.query('commit')
      reader.release()
    }
  }

  test('waits without blocking others, names the session it waits for, and succeeds', async () => {
    await migrate(database, [makeA])
    const end = await longReader()
    const said: string[] = []
    const migrated = migrate(database, [makeA, addToA], { tell: sentence => said.push(sentence) })
    await expect.poll(() => said).toHaveLength(1)
    expect(said[0]).toMatch(
      /^The migration 0002_test\.sql waits .* process \d+ \(marquee:\w+\), open for/,
    )
    const took: number[] = []
    const until = performance.now() + 2500
    while (performance.now() < until) {
      const asked = performance.now()
      await pool.query('insert into a values (2)')
      took.push(performance.now() - asked)
    }
    // A migration that waits without a timeout would block the first query for as long as the reader reads.
    expect(Math.max(...took)).toBeLessThan(1500)
    await end()
    await migrated
    expect(said).toHaveLength(1)
    expect((await rowsOfA())[0]).toEqual({ n: 1 })
    expect(await applied()).toHaveLength(2)
  })

  test('gives up with a sentence when the query does not end', async () => {
    await migrate(database, [makeA])
    const end = await longReader()
    const waiting = migrate(database, [makeA, addToA], { patienceMs: 0, tell: () => {} })
    await expect(waiting).rejects.toMatchObject({
      reason: 'migrations',
      message: expect.stringMatching(/waits for tables in use; .* process \d+/),
    })
    await end()
    expect(await applied()).toHaveLength(1)
  })
})

test('the numbers of the shipped migrations have no gap', () => {
  const versions = readMigrations().map(({ version }) => version)
  expect(versions).toEqual(versions.map((_, index) => index + 1))
})

test.runIf(onPostgres)(
  'migrations work without prepared statements and start-up options too',
  async () => {
    const { url, drop } = await createServerDatabase()
    const plain = await openDatabase({ databaseUrl: url, dataDir: '', prepare: false, poolSize: 2 })
    await migrate(plain)
    await plain.close()
    await drop()
  },
)
