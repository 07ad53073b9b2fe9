import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { Db } from '../../../src/platform/db/database.ts'
import { countOutgrown, createStatisticsKeeper } from '../../../src/platform/db/statistics.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const { db, changes } = database
// The embedded database of an earlier test file is used again, with what the planner believed of its tables. Each of them
// may have outgrown that: the tests ask of one table, whatever is counted beside it.
await sql`analyze lane_batches`.execute(db)
afterAll(() => database.close())

const soon = { timeout: 15_000, interval: 20 }

/** Writes so many rows, and has the database count the change at once. */
const write = (rows: number) =>
  db.transaction().execute(async tx => {
    await sql`
      insert into lane_batches (id) select gen_random_uuid() from generate_series(1, ${rows}::int)
    `.execute(tx)
    await sql`select pg_stat_force_next_flush()`.execute(tx)
  })

/** What the planner believes the number of rows to be. */
async function believed(): Promise<number> {
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples::int from pg_class where oid = 'lane_batches'::regclass
  `.execute(db)
  return rows[0]?.reltuples ?? 0
}

test('a table is counted when it has three times the rows, and not before', async () => {
  await write(1000)
  await vi.waitFor(async () => expect(await countOutgrown(db)).toContain('lane_batches'), soon)
  expect(await believed()).toBe(1000)
  await write(1900)
  expect(await countOutgrown(db)).not.toContain('lane_batches')
  await write(200)
  await vi.waitFor(async () => expect(await countOutgrown(db)).toContain('lane_batches'), soon)
  expect(await believed()).toBe(3100)
})

test('the keeper counts after this process wrote, and goes on after a look that failed', async () => {
  const warned = vi.fn()
  let isBroken = true
  const getExecutor = () => {
    if (isBroken) throw new Error('No database today.')
    return db.getExecutor()
  }
  const keeper = createStatisticsKeeper(
    { db: { getExecutor } as Db, changes, log: { warn: warned } },
    20,
  )
  keeper.start()
  await write(9000)
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce(), soon)
  isBroken = false
  await vi.waitFor(async () => {
    await write(1)
    expect(await believed()).toBeGreaterThan(9_000)
  }, soon)
  expect(warned).toHaveBeenCalledOnce()
  await keeper.stop()
})
