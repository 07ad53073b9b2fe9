import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditStock } from '../../../src/ticketing/inventory/lookup.ts'
import { cartClient } from '../../support/cart-client.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

const { post, get, quantities, stockOf, age } = cartClient(app)

describe('holds of a cart', () => {
  test('never stand in the way of the same buyer', async () => {
    const { id } = await ticketOnSale(app, { capacity: 4 })
    const { json } = await post([{ ticket_id: id, quantity: 3 }])
    const more = await post([{ ticket_id: id, quantity: 4 }], { cart_hash: json.cart_hash })
    expect(more.status).toBe(200)
    expect(await stockOf(id)).toMatchObject({ held: 4 })
  })

  test('are not extended by opening the cart again, whatever is asked of it', async () => {
    const event = { eventId: await eventOnSale(app) }
    const [a, b] = [await ticketOnSale(app, event), await ticketOnSale(app, event)]
    const { json } = await post([{ ticket_id: a.id, quantity: 1 }])
    const own = { cart_hash: json.cart_hash }
    const ends = Date.parse(json.expires_at)
    const answers = [
      await post([{ ticket_id: a.id, quantity: 1 }], own),
      await post([{ ticket_id: b.id, quantity: 2 }], own),
      await post(null, own),
      await get(json.cart_hash),
    ]
    for (const answer of answers) {
      expect(Date.parse(answer.json.expires_at)).toBe(ends)
    }
    const { rows } = await sql<{ last: Date }>`
      select max(expires_at) as last from holds where state = 'open' and event_id = ${a.eventId}
    `.execute(app.db)
    expect(rows[0]?.last.getTime()).toBe(ends)
  })

  test('end with the cart’s time; others may then take the places, else the cart takes them again', async () => {
    const { id } = await ticketOnSale(app, { capacity: 1 })
    const mine = (await post([{ ticket_id: id, quantity: 1 }])).json
    await age(mine.cart_hash)
    const theirs = (await post([{ ticket_id: id, quantity: 1 }])).json
    expect(theirs.tickets).toHaveLength(1)
    expect(
      (await post([{ ticket_id: id, quantity: 1 }], { cart_hash: mine.cart_hash })).status,
    ).toBe(409)
    await post([{ ticket_id: id, quantity: 0 }], { cart_hash: theirs.cart_hash })
    const again = await post([{ ticket_id: id, quantity: 1 }], { cart_hash: mine.cart_hash })
    expect(Date.parse(again.json.expires_at)).toBeGreaterThan(Date.parse(mine.expires_at))
    expect(await stockOf(id)).toEqual({ held: 1, sold: 0 })
  })

  test('every held place belongs to a cart', async () => {
    expect(await auditStock(app.db)).toEqual([])
  })
})

test('a cart goes by current prices, also when a sale price begins', async () => {
  const { id } = await ticketOnSale(app, { priceMinor: 1000 })
  const { json } = await post([{ ticket_id: id, quantity: 2 }])
  await app.db.updateTable('tickets').set({ price_minor: 800 }).where('id', '=', id).execute()
  expect((await get(json.cart_hash)).json.total).toBe('16.00')
})

test('a ticket taken off sale leaves the totals of the carts that have it', async () => {
  const event = { eventId: await eventOnSale(app) }
  const [a, b] = [
    await ticketOnSale(app, { ...event, priceMinor: 100 }),
    await ticketOnSale(app, { ...event, priceMinor: 200 }),
  ]
  const { json } = await post([a, b].map(({ id }) => ({ ticket_id: id, quantity: 1 })))
  await app.db.updateTable('tickets').set({ status: 'draft' }).where('id', '=', a.id).execute()
  const left = (await get(json.cart_hash)).json
  expect([quantities(left), left.total]).toEqual([{ [b.id]: 1 }, '2.00'])
})

test('held places can be ordered after the sale has ended, until the hold ends', async () => {
  const { id } = await ticketOnSale(app, { priceMinor: 500 })
  const { json } = await post([{ ticket_id: id, quantity: 1 }])
  await app.db
    .updateTable('tickets')
    .set({ sale_ends_at: '2026-11-21T11:00:00Z' })
    .where('id', '=', id)
    .execute()
  expect((await get(json.cart_hash)).json.total).toBe('5.00')
  await age(json.cart_hash)
  expect((await get(json.cart_hash)).json.total).toBe('0.00')
})
