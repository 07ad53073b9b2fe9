import { expect, test } from 'vitest'
import { buy, fillCart } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { plantFacts } from '../../support/plant-facts.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test('of a change about two events somebody with a grant for one is told the own part', async () => {
  const own = await ticketOnSale(app)
  const other = await ticketOnSale(app)
  const cart_hash = await fillCart(app, own.id)
  const tickets = [{ ticket_id: other.id, quantity: 1 }]
  await app.tickets('POST', '/cart', { body: { provider: 'tc', cart_hash, tickets } })
  const body = { cart_hash, purchaser: { name: 'Ada', email: 'ada@example.org' } }
  const { json: bought } = await app.tickets('POST', '/commerce/free/order', { body })
  await app.deps.following.catchUp()
  const as = await personWith(app, { set: 'reader', eventId: own.eventId })
  const { json } = await app.admin('GET', '/changes', { as, query: { types: 'order.completed' } })
  expect(json.changes).toMatchObject([
    {
      event_ids: [own.eventId],
      data: { order_id: bought.id, event_ids: [own.eventId], ticket_ids: [own.id] },
    },
  ])
})

test('the cursor moves past what is of other events, and of no event', async () => {
  const own = await ticketOnSale(app)
  const other = await ticketOnSale(app)
  const as = await personWith(app, { set: 'reader', eventId: own.eventId })
  const read = async (query: Record<string, string | number>) =>
    (await app.admin('GET', '/changes', { as, query })).json
  const { cursor: after } = await read({ after: 'latest' })
  for (let at = 0; at < 3; at += 1) await buy(app, other.id)
  await plantFacts(app.db, 50, 900_000)
  await buy(app, own.id)
  await app.deps.following.catchUp()
  const events = new Set<number>()
  let types: string[] = []
  let pages = 0
  for (let cursor = after, more = true; more; pages += 1) {
    const page = await read({ after: cursor, limit: 2 })
    for (const change of page.changes) for (const id of change.event_ids) events.add(id)
    types = [...types, ...page.changes.map(({ type }: { type: string }) => type)]
    more = page.more
    expect(more && page.cursor === cursor).toBe(false)
    cursor = page.cursor
  }
  expect(types).toContain('order.completed')
  expect([...events]).toEqual([own.eventId])
  expect(pages).toBeLessThan(10)
})
