import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { letHoldsExpire, order } from '../../support/buying.ts'
import { openTestDatabase } from '../../support/database.ts'
import { servicesOver } from '../../support/many-services.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import type { TestApp } from '../../support/start-app.ts'

const open = servicesOver(await openTestDatabase())
const services = [await open(), await open()]
const [app] = services as [TestApp, TestApp]
const unlimited = await open({ RATE_LIMIT: 'off' })
const as = 'administrator' as const

let networks = 0
const aNetwork = () => ({ 'x-forwarded-for': `10.${(networks += 1)}.1.1` })
type Network = ReturnType<typeof aNetwork>

/** A coupon with so many uses, and a ticket to use it on. */
async function limited(usage_limit: number) {
  const body = { display_name: 'C', slug: `only-${(networks += 1)}`, status: 'active', amount: 2 }
  const { json } = await app.tickets('POST', '/coupons', { as, body: { ...body, usage_limit } })
  return { coupon: json.slug as string, ...(await ticketOnSale(app, { priceMinor: 1000 })) }
}

async function fill(ticketId: number, headers: Network, more: object = {}) {
  const body = { provider: 'tc', tickets: [{ ticket_id: ticketId, quantity: 1 }] }
  return (await app.tickets('POST', '/cart', { body, headers, ...more })).json.cart_hash as string
}

const apply = async (coupon: string, cart_hash: string, headers: Network, at = app) => {
  const got = await at.tickets('POST', '/coupons/apply', { body: { coupon, cart_hash }, headers })
  return got.status
}

/** Puts the coupon into so many new carts of a network at once, at both services; returns how many got it. */
async function takes(sale: { coupon: string; id: number }, count: number, network: Network) {
  const carts = await Promise.all(Array.from({ length: count }, () => fill(sale.id, network)))
  const statuses = await Promise.all(
    carts.map((cart, at) => apply(sale.coupon, cart, network, services[at % 2])),
  )
  expect(statuses.filter(status => ![200, 429].includes(status))).toEqual([])
  return carts.filter((_, at) => statuses[at] === 200)
}

describe('the uses of a limited coupon', () => {
  test('are at most half for one network, however many carts ask at once, and others get the rest', async () => {
    const sale = await limited(10)
    const [greedy, other, third] = [aNetwork(), aNetwork(), aNetwork()]
    const got = await takes(sale, 12, greedy)
    expect(got).toHaveLength(5)
    expect(await takes(sale, 12, other)).toHaveLength(3)
    expect(await takes(sale, 1, third)).toHaveLength(1)
    // Applying again what a cart has already is no further use.
    expect(await apply(sale.coupon, got[0] ?? '', greedy)).toBe(200)
    const body = { coupon: sale.coupon, cart_hash: await fill(sale.id, greedy) }
    const { json } = await app.tickets('POST', '/coupons/apply', { body, headers: greedy })
    expect([json.code, json.data.coupon]).toEqual(['too-many-holds', sale.coupon])
    expect(json.message).toContain('from your network')
  })

  test('are no fewer for a network that orders them, nor limited for staff and with RATE_LIMIT=off', async () => {
    const sale = await limited(4)
    const network = aNetwork()
    for (const [cart] of [await takes(sale, 1, network), await takes(sale, 1, network)]) {
      const { status } = await order(app, 'cardprocessor', cart ?? '', { headers: network })
      expect(status).toBe(200)
    }
    expect(await takes(sale, 2, network)).toHaveLength(0)
    const ofStaff = await fill(sale.id, network, { as })
    expect(await apply(sale.coupon, ofStaff, network)).toBe(200)
    const last = await fill(sale.id, network)
    expect(await apply(sale.coupon, last, network, unlimited)).toBe(200)
  })

  test('cannot be gathered in carts whose time is over', async () => {
    const sale = await limited(6)
    const network = aNetwork()
    const carts: string[] = []
    for (let round = 0; round < 3; round += 1) {
      carts.push(...(await takes(sale, 2, network)))
      await letHoldsExpire(app, sale.id)
    }
    expect(carts).toHaveLength(6)
    const answers = await Promise.all(
      carts.map(cart => order(app, 'cardprocessor', cart, { headers: network })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('that other carts of the network hold are told on the page in words', async () => {
    const sale = await limited(2)
    const network = aNetwork()
    await takes(sale, 1, network)
    const visitor = buyer({
      call: (method, path, sent) =>
        app.call(method, path, { ...sent, headers: { ...sent?.headers, ...network } }),
    })
    await visitor.open(`/?p=${sale.eventId}`)
    await visitor.send('/cart', { [`tickets[t${sale.id}]`]: '1' })
    await visitor.send('/checkout', { coupon: sale.coupon }, 'coupon')
    expect(visitor.page().status).toBe(429)
    expect(visitor.page().text).toContain('Other baskets from your network hold coupon')
  })
})
