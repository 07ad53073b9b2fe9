import { describe, expect, test } from 'vitest'
import { letHoldsExpire, order, purchaser } from '../../support/buying.ts'
import { openTestDatabase } from '../../support/database.ts'
import { servicesOver } from '../../support/many-services.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import type { TestApp } from '../../support/start-app.ts'

const open = servicesOver(await openTestDatabase(), { HELD_PLACES_PER_ADDRESS: '5' })
const services = [await open(), await open()]
const [app] = services as [TestApp, TestApp]
const unlimited = await open({ RATE_LIMIT: 'off' })
let networks = 0
const aNetwork = () => `10.${(networks += 1)}.1.1`

/** A cart of a network, at any of the services. */
async function cartOf(ticketId: number, quantity: number, more: object = {}, at = app) {
  const tickets = [{ ticket_id: ticketId, quantity }]
  return at.tickets('POST', '/cart', { body: { provider: 'tc', tickets }, ...more })
}
const from = (network: string) => ({ headers: { 'x-forwarded-for': network } })
const orderIt = (cart_hash: string, network: string, at = app) =>
  order(at, 'free', cart_hash, from(network))

async function buys(ticketId: number, quantity: number, network: string, at = app) {
  const cart = await cartOf(ticketId, quantity, from(network), at)
  if (cart.status !== 200) return [cart.status, cart.json.code]
  return [(await orderIt(cart.json.cart_hash, network, at)).status]
}

describe('free places that a network ordered within a day', () => {
  test('count among the places that it may hold, over all processes', async () => {
    const { id } = await ticketOnSale(app, { capacity: 40 })
    const network = aNetwork()
    for (const at of services) expect(await buys(id, 2, network, at)).toEqual([200])
    for (const at of services) {
      expect(await buys(id, 2, network, at)).toEqual([429, 'too-many-holds'])
    }
    expect(await buys(id, 1, network)).toEqual([200])
    expect(await buys(id, 5, aNetwork())).toEqual([200])
    const earlier = new Date(Date.now() - 26 * 60 * 60 * 1000)
    await app.db.updateTable('free_places').set({ hour: earlier }).execute()
    expect(await buys(id, 5, network)).toEqual([200])
  })

  test('do not count for staff, for places that cost something, nor with RATE_LIMIT=off', async () => {
    const { id, eventId } = await ticketOnSale(app, { capacity: 40, shared: 40 })
    const priced = await ticketOnSale(app, { eventId, priceMinor: 500, shared: 40 })
    const network = aNetwork()
    expect(await buys(id, 5, network)).toEqual([200])
    expect((await cartOf(priced.id, 5, from(network))).status).toBe(200)
    const as = 'administrator' as const
    for (const round of [1, 2]) {
      const { json } = await cartOf(id, 5, { as, ...from(network) })
      const body = { purchaser, cart_hash: json.cart_hash }
      const path = '/commerce/free/order'
      const { status } = await app.tickets('POST', path, { as, body, ...from(network) })
      expect([round, status]).toEqual([round, 200])
    }
    expect(await buys(id, 5, network, unlimited)).toEqual([200])
    expect(await buys(id, 1, network)).toEqual([429, 'too-many-holds'])
  })

  test('cannot be gathered in carts whose time is over', async () => {
    const { id } = await ticketOnSale(app, { capacity: 40 })
    const network = aNetwork()
    const carts: string[] = []
    for (let n = 0; n < 3; n += 1) {
      carts.push((await cartOf(id, 4, from(network))).json.cart_hash)
      await letHoldsExpire(app, id)
    }
    const answers = await Promise.all(carts.map(cart => orderIt(cart, network)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
  })
})
