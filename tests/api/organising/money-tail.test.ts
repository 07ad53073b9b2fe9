import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bookedByReaderMost } from '../../../src/shop/books/book-tail.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { plantOrders } from '../../support/plant-orders.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const read = async (path: string) => (await app.admin('GET', path, { as: 'administrator' })).json

test('a reader of the books has at most 50 orders booked, and is told up to when that is whole', async () => {
  const events = [await plantEvent(app)]
  // Three changed at each moment, as orders of one transaction do.
  await plantOrders(app, { count: 200, events })
  await sql`update orders set updated_at = ${app.clock.now()}::timestamptz - (1 + id / 3) * interval '1 second'`.execute(
    app.db,
  )
  const due = await sql<{ at: Date }>`
    select updated_at as at from orders where completed_at is not null or paid_minor > 0 order by updated_at
  `.execute(app.db)
  const moments = due.rows.map(({ at }) => at.toISOString())
  const booked = async () =>
    (await sql`select order_id from booked_orders`.execute(app.db)).rows.length
  expect(moments.length).toBeGreaterThan(2 * bookedByReaderMost)
  for (let before = 0; before < moments.length; ) {
    const json = await read('/books?limit=1')
    const now = await booked()
    expect(now - before).toBeLessThanOrEqual(bookedByReaderMost)
    expect(now).toBeGreaterThan(before)
    expect(json.as_of).toBe(moments[now] ?? app.clock.now().toISOString())
    before = now
  }
  expect((await read('/payments?limit=1')).as_of).toBe(app.clock.now().toISOString())
})
