import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buy, refund } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { plantFacts } from '../../support/plant-facts.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { following } = app.deps
const as = 'administrator' as const

const changes = (query: Record<string, string | number> = {}) =>
  app.admin('GET', '/changes', { as, query })

/** The cursor behind all that has happened. */
const latest = async () => (await changes({ after: 'latest' })).json.cursor as string

test('the changes of a sale are listed in order, with ids only', async () => {
  const after = await latest()
  const { id, eventId } = await ticketOnSale(app)
  const { orderId, attendees } = await buy(app, id, { quantity: 2 })
  await following.catchUp()
  const { status, json } = await changes({ after })
  expect(status).toBe(200)
  expect(json.changes.map(({ type }: { type: string }) => type)).toEqual([
    'cart.held',
    'order.completed',
  ])
  expect(json.changes[1].data).toEqual({
    order_id: orderId,
    event_ids: [eventId],
    ticket_ids: [id],
    attendee_ids: attendees.map(({ id: place }) => place),
  })
  expect(json.changes[1].sequence).toBe(json.changes[0].sequence + 1)
  expect(json.more).toBe(false)
  expect((await changes({ after: json.cursor })).json.changes).toEqual([])
})

test('the change that gives places back names them too', async () => {
  const { id } = await ticketOnSale(app)
  const { orderId, attendees } = await buy(app, id, { quantity: 2 })
  const after = await latest()
  await refund(app, orderId)
  await following.catchUp()
  const { json } = await changes({ after, types: 'order.refunded' })
  const places = attendees.map(({ id: place }) => place)
  expect(json.changes.map(({ data }: { data: object }) => data)).toEqual([
    expect.objectContaining({ order_id: orderId, attendee_ids: places }),
  ])
})

test('pages of changes follow each other without a gap, also for some types only', async () => {
  const after = await latest()
  await plantFacts(app.db, 25)
  const { id } = await ticketOnSale(app)
  await buy(app, id)
  await following.catchUp()
  const seen: number[] = []
  let cursor = after
  for (let more = true; more; ) {
    const { json } = await changes({ after: cursor, limit: 4 })
    seen.push(...json.changes.map(({ sequence }: { sequence: number }) => sequence))
    cursor = json.cursor
    more = json.more
  }
  expect(seen).toHaveLength(27)
  expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index))
  const { json } = await changes({ after, types: 'order.completed', limit: 1 })
  expect(json.changes).toHaveLength(1)
  expect((await changes({ after: json.cursor })).json.changes).toEqual([])
})

test('a waiting reader is answered at the next change, or when its time is over', async () => {
  const after = await latest()
  const waiting = changes({ after, wait: 20 })
  await plantFacts(app.db, 1)
  await following.catchUp()
  expect((await waiting).json.changes).toHaveLength(1)
  const cursor = await latest()
  expect((await changes({ after: cursor, wait: 1 })).json).toEqual({
    changes: [],
    cursor,
    more: false,
  })
})

test('a cursor older than the kept changes is 410 and told the first valid one', async () => {
  const after = await latest()
  await plantFacts(app.db, 3)
  await following.catchUp()
  await sql`delete from facts where position < (select max(position) from facts)`.execute(app.db)
  const expired = await changes({ after })
  expect([expired.status, expired.json.code]).toEqual([410, 'cursor_expired'])
  const { json } = await changes({ after: expired.json.data.first })
  expect(json.changes).toHaveLength(1)
  expect((await changes()).json.changes).toHaveLength(1)
})

test.each([
  ['a cursor of nobody', { after: 'bm9ib2R5' }, 'after'],
  ['an unknown type', { types: 'order.exploded' }, 'types'],
  ['too many', { limit: 1001 }, 'limit'],
  ['too long a wait', { wait: 26 }, 'wait'],
])('%s is refused and named', async (_, query, name) => {
  const { status, json } = await changes(query)
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  expect(Object.keys(json.data.params)).toEqual([name])
})

describe('followers of the facts', () => {
  test('are in the metrics', async () => {
    const { text } = await app.call('GET', '/metrics', { headers: { host: '127.0.0.1' } })
    expect(text).toContain('# TYPE marquee_follower_behind_facts gauge')
  })
})

test('a waiting reader is answered when the service stops', async () => {
  const after = await latest()
  const waiting = changes({ after, wait: 25 })
  app.announceStop()
  expect((await waiting).json.changes).toEqual([])
  expect((await changes({ after, wait: 25 })).json.changes).toEqual([])
})
