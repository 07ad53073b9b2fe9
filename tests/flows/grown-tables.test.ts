import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countOutgrown } from '../../src/platform/db/statistics.ts'
import { buy, readOrder } from '../support/buying.ts'
import { onPostgres } from '../support/database.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const many = 1500
// A prepared statement gets a plan that is kept after it ran five times.
const untilPlansAreKept = 8

// A server tells how much was read seconds later only; the embedded database tells at once.
describe.runIf(!onPostgres)('when a sale fills tables that had a few rows', async () => {
  const app = await startApp()
  let ticketId = 0

  const byCard = async () => (await buy(app, ticketId, { way: 'cardprocessor' })).orderId
  const withAllBehindIt = async () => {
    const orderId = await byCard()
    await app.deps.following.catchUp()
    await readOrder(app, orderId)
  }
  const before = { byCard: 0, withAllBehindIt: 0 }

  beforeAll(async () => {
    ticketId = (await ticketOnSale(app, { priceMinor: 3000, capacity: 100 })).id
    for (let order = 0; order < 3; order += 1) await withAllBehindIt()
    await sql`analyze`.execute(app.db)
    for (let order = 0; order < untilPlansAreKept; order += 1) await withAllBehindIt()
    before.byCard = await rowsRead(byCard)
    before.withAllBehindIt = await rowsRead(withAllBehindIt)
    await fillTables()
    await app.deps.following.catchUp()
  })

  test('an order by card reads as few rows as before, by plans of the few', async () => {
    expect(await rowsRead(byCard)).toBeLessThan(2 * before.byCard)
  })

  test('its mails and its page do, too, once the outgrown tables are counted', async () => {
    await countOutgrown(app.db)
    await withAllBehindIt()
    expect(await rowsRead(withAllBehindIt)).toBeLessThan(2 * before.withAllBehindIt)
  })

  /** Rows that statements read while `work` is done. */
  async function rowsRead(work: () => Promise<unknown>): Promise<number> {
    const begun = await rowsReadSoFar()
    await work()
    return (await rowsReadSoFar()) - begun
  }

  async function rowsReadSoFar(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(app.db)
    const { rows } = await sql<{ count: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_user_tables
    `.execute(app.db)
    return rows[0]?.count ?? 0
  }

  /** The rows of one order by card, many times over, as other buyers would have left them. */
  async function fillTables() {
    const copy = (table: string, key: string, changes: string) =>
      sql`
        insert into ${sql.table(table)}
        select (jsonb_populate_record(null::${sql.table(table)}, to_jsonb(one) || ${sql.raw(changes)})).*
        from (select * from ${sql.table(table)} order by ${sql.ref(key)} desc limit 1) as one
        cross join generate_series(1000001, 1000000 + ${many}::int) as n
      `.execute(app.db)
    await copy(
      'orders',
      'id',
      `jsonb_build_object('id', n, 'cart_id', null, 'gateway_order_id', 'pi_' || n)`,
    )
    await copy('sandbox_payments', 'reference', `jsonb_build_object('reference', 'pi_' || n)`)
    await copy('order_lines', 'id', `jsonb_build_object('id', n, 'order_id', n)`)
    await copy('attendees', 'id', `jsonb_build_object('id', n, 'order_id', n, 'order_line_id', n)`)
    await copy(
      'facts',
      'id',
      `jsonb_build_object('id', n, 'position', null, 'name', 'test.planted')`,
    )
  }
})
