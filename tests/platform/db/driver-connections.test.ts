import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { isConnectionLost } from '../../../src/platform/db/violations.ts'
import { onPostgres, openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const { db } = database

await sql`create table boxes (
  id int primary key,
  n int not null default 0 constraint boxes_hold_something check (n >= 0)
)`.execute(db)

const boxes = async () =>
  (await sql<{ id: number; n: number }>`select id, n from boxes order by id`.execute(db)).rows
const put = (id: number, n = 0) => sql`insert into boxes values (${id}, ${n})`

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

beforeEach(async () => {
  await sql`truncate boxes`.execute(db)
})
afterAll(() => database.close())

describe.runIf(onPostgres)('several connections', () => {
  test('run a deadlocked transaction again until both are done', async () => {
    await put(1).execute(db)
    await put(2).execute(db)
    let met = 0
    const both = deferred()
    const add = (first: number, second: number) =>
      transaction(db, async tx => {
        await sql`update boxes set n = n + 1 where id = ${first}`.execute(tx)
        met += 1
        if (met === 2) both.resolve()
        await both.promise
        await sql`update boxes set n = n + 1 where id = ${second}`.execute(tx)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(await boxes()).toEqual([
      { id: 1, n: 2 },
      { id: 2, n: 2 },
    ])
    // Three runs, and one more each time that the repeated one overtakes the other, which has not woken yet.
    expect(met).toBeGreaterThanOrEqual(3)
  })

  test('run a transaction again after a serialisation failure', async () => {
    await put(1).execute(db)
    let runs = 0
    await transaction(db, async tx => {
      runs += 1
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql`select n from boxes`.execute(tx)
      if (runs === 1) await database.pool.query('update boxes set n = 5')
      await sql`update boxes set n = n + 1`.execute(tx)
    })
    expect(runs).toBe(2)
    expect(await boxes()).toEqual([{ id: 1, n: 6 }])
  })

  test('replace a lost connection', async () => {
    const lost = transaction(db, async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await put(1).execute(tx)
    })
    const error = await lost.catch((caught: unknown) => caught)
    expect(isConnectionLost(error)).toBe(true)
    expect(await boxes()).toEqual([])
  })

  test('report an unreachable server in one sentence', async () => {
    const nowhere = { databaseUrl: 'postgres://x@127.0.0.1:9/none', dataDir: '' }
    await expect(openDatabase(nowhere)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      reason: 'unreachable',
    })
  })

  test('refuse a database that lacks most letters, in one sentence, and take one that keeps all as they are', async () => {
    const { url } = inject('postgres')
    for (const [encoding, refusal] of [
      ['LATIN1', /encoding LATIN1.*createdb -E UTF8/],
      ['SQL_ASCII', undefined],
    ] as const) {
      const name = `marquee_test_${encoding.toLowerCase()}_${process.pid}`
      await database.pool.query(
        `create database ${name} encoding '${encoding}' locale 'C' template template0`,
      )
      const at = new URL(url)
      at.pathname = `/${name}`
      const opened = openDatabase({ databaseUrl: at.href, dataDir: '' })
      if (refusal) await expect(opened).rejects.toThrow(refusal)
      else await (await opened).close()
      await database.pool.query(`drop database ${name} with (force)`)
    }
  })
})
