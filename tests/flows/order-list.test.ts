import { expect, test } from 'vitest'
import { aFilledCart, order, readOrder, refund } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app } = await startPaidApp()
const as = 'administrator' as const

test('the list of orders shows an order as a single read does, before and after every change', async () => {
  const { cart_hash, eventId } = await aFilledCart(app, { priceMinor: 0, quantity: 2 })
  const box = await ticketOnSale(app, { eventId, priceMinor: 0, name: 'Box' })
  const tickets = [{ ticket_id: box.id, quantity: 1 }]
  await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
  const { id } = (await order(app, 'free', cart_hash)).json
  const path = `/orders?post_id=${eventId}`
  const listed = async () => (await app.tickets('GET', path, { as })).json.orders
  const [before] = await listed()
  expect(before).toMatchObject({ id, items: [{ quantity: 2 }, { quantity: 1 }] })
  expect(await listed()).toEqual([before])
  expect(await readOrder(app, id)).toMatchObject(before)
  await refund(app, id, { lines: [{ id: before.items[0].id, quantity: 1 }] })
  const [after] = await listed()
  expect(after).toMatchObject({ id, items: [{ refunded_quantity: 1 }, { refunded_quantity: 0 }] })
  expect(await readOrder(app, id)).toMatchObject(after)
})

test('orders are found by a part of the name or address, with or without accents', async () => {
  const names = ['Søren Ångström', 'Zoë Großmann', 'Renée d’Arc', 'Иван', 'Plain Jane', '100% Sure']
  const orders = new Map<string, number>()
  for (const [at, name] of names.entries()) {
    const { cart_hash } = await aFilledCart(app, { priceMinor: 0 })
    const body = { cart_hash, purchaser: { name, email: `buyer-${at}@example.org` } }
    const { json } = await app.tickets('POST', '/commerce/free/order', { body })
    orders.set(name, json.id)
  }
  const found = async (search: string) => {
    const path = `/orders?${new URLSearchParams({ search })}`
    const { json } = await app.tickets('GET', path, { as })
    return json.orders.map(({ id }: { id: number }) => names.find(name => orders.get(name) === id))
  }
  for (const [search, name] of [
    ['soren ang', 'Søren Ångström'],
    ['SØREN', 'Søren Ångström'],
    ['Sören', 'Søren Ångström'],
    ['grossmann', 'Zoë Großmann'],
    ['Zoe', 'Zoë Großmann'],
    ["renee d'arc", 'Renée d’Arc'],
    ['Иван', 'Иван'],
    ['Pláin', 'Plain Jane'],
    ['0% s', '100% Sure'],
    ['BUYER-4@', 'Plain Jane'],
  ]) {
    expect([search, ...(await found(search ?? ''))]).toEqual([search, name])
  }
  expect(await found('_')).toEqual([])
})
