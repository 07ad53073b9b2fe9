// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentBy } from '../../support/count-statements.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { scansOf } from '../../support/plan-reads.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const count = 20_000
const unpaid = 40

test('the list of what is owed at the desk reads little of a large event', async () => {
  const event = await eventOnSale(app)
  await sql`
    insert into orders (status, gateway, event_id, currency, total_minor, subtotal_minor, fees_minor, discount_minor, purchaser_name, purchaser_email, created_at)
    select case when n % ${count / unpaid} = 0 then 'pending' else 'completed' end,
      case when n % ${count / unpaid} = 0 then 'staff' else 'card' end,
      ${event}::bigint, 'USD', 3200, 3200, 0, 0, 'Guest ' || n, 'guest' || n || '@example.org', now()
    from generate_series(1, ${count}::int) n
  `.execute(app.db)
  await sql`analyze orders`.execute(app.db)
  const sent = await sentBy(app, async () => {
    const { json } = await app.admin('GET', '/desk/orders', {
      as: 'administrator',
      query: { event },
    })
    expect(json.orders).toHaveLength(unpaid)
  })
  const scans = await scansOf(app, sent)
  const read = scans.filter(({ table }) => table === 'orders')
  expect(read.length).toBeGreaterThan(0)
  for (const { rows, kind } of read) expect([kind, rows < 3 * unpaid]).toEqual([kind, true])
})
