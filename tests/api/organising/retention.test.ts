import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyOldOrders } from '../../../src/organising/retention/empty-orders.ts'
import { actingAs } from '../../../src/platform/db/acting.ts'
import { bookNow, booksDiffer, dumpBooks } from '../../support/books-check.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const paid = await startPaidApp()
const { app } = paid
const as = 'administrator' as const
const settings = (body: object) => app.admin('PATCH', '/settings', { as, body })
const run = () => emptyOldOrders(actingAs(app.deps, { kind: 'job', name: 'retention.empty' }))

/** An order whose event, and its making, are so many days ago. */
async function agedOrder(days: number) {
  const bought = await aPaidOrder(paid, { quantity: 1 })
  const ago = sql`${app.clock.now()}::timestamptz - make_interval(days => ${days}::int)`
  await sql`update orders set created_at = ${ago} where id = ${bought.id}`.execute(app.db)
  await sql`
    update events set starts_at = ${ago} - interval '2 hours', ends_at = ${ago}
    where id = ${bought.eventId}`.execute(app.db)
  return bought
}

/** Every row about this order in which a name or an address could be, as text. */
async function personalOf(id: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select (select row_to_json(o)::text from orders o where id = ${id})
      || (select coalesce(string_agg(t::text, ''), '') from order_texts t where order_id = ${id})
      || (select string_agg(l::text, '') from order_lines l where order_id = ${id})
      || (select string_agg(a::text, '') from attendees a where order_id = ${id})
      || (select coalesce(string_agg(m::text, ''), '') from order_moves m where order_id = ${id})
      || (select coalesce(string_agg(m::text, ''), '') from messages m where order_id = ${id})
      || (select coalesce(string_agg(e::text, ''), '') from audit_entries e
          where (record = 'order' and record_id = ${id}) or (record = 'attendee' and record_id in (
            select id from attendees where order_id = ${id})) or (record = 'message' and record_id in (
            select id from messages where order_id = ${id}))) as text
  `.execute(app.db)
  return (rows[0]?.text ?? '').toLowerCase()
}

test('without a retention nothing is emptied', async () => {
  const { id } = await agedOrder(4000)
  expect(await run()).toBe(0)
  expect(await personalOf(id)).toContain('ada')
})

test('a retention empties people, remarks, mails and the audit of old orders, once; amounts and books stay', async () => {
  const old = await agedOrder(91)
  const young = await agedOrder(89)
  await app.tickets('POST', `/orders/${old.id}/notes`, { as, body: { note: 'Ada called.' } })
  const to = 'ada@lovelace.example'
  await app.tickets('POST', `/orders/${old.id}/resend`, { as, body: { to } })
  await app.deps.following.catchUp()
  await bookNow(app.db)
  const books = await dumpBooks(app.db)
  expect(await personalOf(old.id)).toContain('ada called')
  await settings({ retention_days: '90' })
  expect(await run()).toBeGreaterThan(0)
  expect(await personalOf(old.id)).not.toMatch(/ada|lovelace|example\.org/)
  expect(await personalOf(young.id)).toContain('ada')
  const { json } = await app.tickets('GET', `/orders/${old.id}`, { as })
  expect(json).toMatchObject({
    status: 'completed',
    total: '30.00',
    purchaser: { name: '', email: '' },
  })
  expect(json.attendees).toHaveLength(1)
  await bookNow(app.db)
  expect(await dumpBooks(app.db)).toBe(books)
  expect(await booksDiffer(app.db)).toEqual([])
  expect(await run()).toBe(0)
})

test('an order with an open refund or dispute waits', async () => {
  await settings({ retention_days: '90' })
  const [refunded, disputed] = [await agedOrder(200), await agedOrder(200)]
  await app.db
    .insertInto('refunds')
    .values({ order_id: refunded.id, amount_minor: 100, state: 'sent', idempotency_key: 'open' })
    .execute()
  await sql`
    with told as (
      insert into order_moves (order_id, from_status, to_status, cause)
      values (${disputed.id}, 'completed', 'completed', 'dispute open dp_1') returning id)
    insert into order_disputes (order_id, dispute_id, state, move_id)
    select ${disputed.id}, 'dp_1', 'open', id from told`.execute(app.db)
  expect(await run()).toBe(0)
  await sql`update refunds set state = 'failed' where idempotency_key = 'open'`.execute(app.db)
  await sql`update order_disputes set state = 'won' where dispute_id = 'dp_1'`.execute(app.db)
  expect(await run()).toBe(2)
})

test('a short retention is warned of, and one that is none is refused', async () => {
  expect((await settings({ retention_days: '179' })).json.warnings).toEqual([
    expect.stringContaining('dispute'),
  ])
  expect((await settings({ retention_days: '180' })).json).toMatchObject({
    retention_days: '180',
    warnings: [],
  })
  for (const value of ['soon', '-1', '9999']) {
    const { status, json } = await settings({ retention_days: value })
    expect([status, Object.keys(json.data.params)]).toEqual([400, ['retention_days']])
  }
  expect((await settings({ retention_days: '' })).json.retention_days).toBe('off')
})
