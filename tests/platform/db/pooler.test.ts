import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../src/platform/db/database.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { violatedConstraint } from '../../../src/platform/db/violations.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'

const wanted = {
  statement_timeout: '30s',
  lock_timeout: '8s',
  idle_in_transaction_session_timeout: '30s',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  client_min_messages: 'warning',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}
const names = Object.keys(wanted)

describe.runIf(onPostgres && hasPgBouncer)(
  'behind a pooler in transaction mode (needs PgBouncer)',
  () => {
    let server: Awaited<ReturnType<typeof createServerDatabase>>
    let pooler: PgBouncer
    let database: OpenDatabase
    beforeAll(async () => {
      server = await createServerDatabase()
      pooler = await startPgBouncer(server.url)
    })
    beforeEach(async () => {
      await database?.close()
      // A login of the pooler's own may have just failed, while a database was handed on.
      await vi.waitFor(
        async () => {
          database = await openDatabase({ databaseUrl: pooler.url, dataDir: '', poolSize: 10 })
        },
        { timeout: 30_000, interval: 200 },
      )
      await sql`create table if not exists boxes (id int primary key)`.execute(database.db)
      await sql`truncate boxes`.execute(database.db)
    })
    afterAll(async () => {
      await database?.close()
      await pooler?.close()
      await server.drop()
    })

    const settings = async (db: OpenDatabase['db']) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, current_setting(name) as setting from unnest(${names}::text[]) as name`.execute(
        db,
      )
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    }

    test('every statement has our session settings, also after the pooler reconnected', async () => {
      const { db } = database
      for (let round = 0; round < 2; round += 1) {
        const alone = Array.from({ length: 20 }, () => settings(db))
        const inside = Array.from({ length: 20 }, () => transaction(db, tx => settings(tx)))
        for (const found of await Promise.all([...alone, ...inside])) expect(found).toEqual(wanted)
        await pooler.reconnect()
      }
    })

    test('sessions that other programs use too keep their settings', async () => {
      await Promise.all(Array.from({ length: 20 }, () => settings(database.db)))
      const other = new Client({ connectionString: pooler.url })
      await other.connect()
      const { rows } = await other.query(`select current_setting('jit') as jit,
        current_setting('statement_timeout') as statement_timeout`)
      await other.end()
      expect(rows).toEqual([{ jit: 'on', statement_timeout: '0' }])
    })

    test('prepared statements are given up at the first refusal, once, and no request fails', async () => {
      const { db, names: statements } = database
      const causes: string[] = []
      statements.whenGivenUp(cause => causes.push(cause))
      const numbers = Array.from({ length: 300 }, (_, id) => id)
      const written = numbers.map(id =>
        id % 2 === 0
          ? sql`insert into boxes values (${id})`.execute(db)
          : transaction(db, async tx => {
              await Promise.all([
                sql`select ${id}::int as first`.execute(tx),
                sql`insert into boxes values (${id})`.execute(tx),
                sql`select ${id}::int as last`.execute(tx),
              ])
            }),
      )
      await Promise.all(written)
      const { rows } = await sql<{ id: number }>`select id from boxes order by id`.execute(db)
      expect(rows.map(({ id }) => id)).toEqual(numbers)
      expect(causes).toEqual([
        expect.stringMatching(/prepared statement .* (already|does not) exist/),
      ])
      expect(statements.of('select 1')).toBe(undefined)
      expect(statements.of('select 1')).toBe(undefined)
    })

    test('a statement that fails by itself fails once, with its own cause', async () => {
      const { db } = database
      const put = () => sql`insert into boxes values (1)`.execute(db)
      await put()
      for (let round = 0; round < 5; round += 1) {
        const failed = await put().catch((error: unknown) => error)
        expect(violatedConstraint(failed)).toBe('boxes_pkey')
      }
      const failed = await transaction(db, tx =>
        Promise.all([
          sql`insert into boxes values (2)`.execute(tx),
          sql`insert into boxes values (1)`.execute(tx),
          sql`insert into boxes values (3)`.execute(tx),
        ]),
      ).catch((error: unknown) => error)
      expect(violatedConstraint(failed)).toBe('boxes_pkey')
      const { rows } = await sql`select id from boxes`.execute(db)
      expect(rows).toEqual([{ id: 1 }])
    })

    test('a write outside a transaction is announced only after it is committed', async () => {
      const { db, changes } = database
      const written: string[] = []
      changes.listen(rows => written.push(...rows.keys()))
      await sql`insert into boxes values (1)`.execute(db)
      expect(written).toEqual(['boxes'])
    })
  },
)

describe.runIf(onPostgres)('on a connection to the server itself', () => {
  let server: Awaited<ReturnType<typeof createServerDatabase>>
  let database: OpenDatabase
  beforeAll(async () => {
    server = await createServerDatabase()
    database = await openDatabase({ databaseUrl: server.url, dataDir: '', poolSize: 4 })
  })
  afterAll(async () => {
    await database.close()
    await server.drop()
  })

  test('session settings are sent once, and a transaction is sent nothing else', async () => {
    const client = await database.pool.connect()
    const sent: string[] = []
    const { query } = client
    Object.assign(client, {
      query(this: unknown, ...asked: [{ text: string }]) {
        sent.push(asked[0].text)
        return Reflect.apply(query, this, asked)
      },
    })
    client.release()
    await transaction(database.db, tx => sql`select 1`.execute(tx))
    await sql`select 2`.execute(database.db)
    expect(sent).toEqual(['begin isolation level read committed', 'select 1', 'commit', 'select 2'])
    const { rows } = await database.pool.query(
      `select name, current_setting(name) as setting
      from unnest('{${names.join()}}'::text[]) as name`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(wanted)
  })

  test('a change of a table fails none of its prepared statements', async () => {
    const { db } = database
    await sql`create table shelves (id int primary key)`.execute(db)
    await sql`insert into shelves values (1)`.execute(db)
    const read = () => sql`select * from shelves where id = ${1}`.execute(db)
    const readInside = () =>
      transaction(db, tx => sql`select * from shelves where id = ${1} for update`.execute(tx))
    const everywhere = async () => {
      const all = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? read() : readInside()))
      return (await Promise.all(all)).map(({ rows }) => rows)
    }
    await everywhere()
    await everywhere()
    await sql`alter table shelves add column label text`.execute(db)
    for (const rows of await everywhere()) expect(rows).toEqual([{ id: 1, label: null }])
    const { rows } = await sql`
      select from pg_prepared_statements where statement like 'select * from shelves%'`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
  })
})
