import { describe, expect, test } from 'vitest'
import type { GrantSet } from '../../../src/core/rights.ts'
import { aFilledCart, order, readOrder, tell } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'

const { app, card } = await startPaidApp({ REFUNDS_A_DAY: '100' })

/** A paid order: two seats at 30.00 of one event, one at 10.00 of another. */
async function ofTwoEvents() {
  const { cart_hash, eventId: own } = await aFilledCart(app, { quantity: 2 })
  const other = await ticketOnSale(app, { priceMinor: 1000, name: 'Elsewhere' })
  const tickets = [{ ticket_id: other.id, quantity: 1 }]
  await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
  const { json } = await order(app, 'cardprocessor', cart_hash)
  card.pay(json.payment_intent_id)
  const body = { client_secret: json.client_secret, cart_hash }
  await tell(app, `cardprocessor/order/${json.payment_intent_id}`, body)
  card.webhooks.drop()
  const { items } = await readOrder(app, json.order_id)
  const [seats, elsewhere] = items as { id: number }[]
  return { id: json.order_id as number, own, other: other.eventId, seats, elsewhere }
}

const as = async (set: GrantSet, eventId: number | null, limit?: number) =>
  personWith(app, {
    set,
    eventId,
    ...(limit !== undefined && { refundLimit: { minor: limit, currency: 'USD' } }),
  })

describe('an order over two events', () => {
  test('is shown to somebody with a grant for one as the part of that event', async () => {
    const { id, own, other } = await ofTwoEvents()
    await app.tickets('POST', `/orders/${id}/notes`, {
      as: 'administrator',
      body: { note: 'Sits elsewhere, too.' },
    })
    const person = await as('finance', own)
    const { json } = await app.tickets('GET', `/orders/${id}`, { as: person })
    expect(json).toMatchObject({ post_id: own, subtotal: '60.00', total: '60.00', paid: '60.00' })
    expect(json.items).toHaveLength(1)
    expect(json.attendees).toHaveLength(2)
    expect(json).not.toHaveProperty('redirect_url')
    expect(JSON.stringify(json)).not.toMatch(/elsewhere|10\.00|70\.00/i)
    const { json: list } = await app.tickets('GET', '/orders', { as: person })
    expect(list.orders.map(({ total }: { total: string }) => total)).toEqual(['60.00'])
    const stranger = await as('finance', (await ticketOnSale(app)).eventId)
    expect((await app.tickets('GET', `/orders/${id}`, { as: stranger })).status).toBe(404)
    expect((await app.tickets('GET', '/orders', { as: stranger })).json.total).toBe(0)
    const asked = { as: person, query: { post_id: other } }
    expect((await app.tickets('GET', '/orders', asked)).json.orders).toMatchObject([{ id }])
  })

  test('is given back by the part of that event only, and changed as a whole by nobody of one', async () => {
    const { id, own, seats, elsewhere } = await ofTwoEvents()
    const person = await as('finance', own)
    const refund = (body: object) =>
      app.tickets('POST', `/orders/${id}/refunds`, { as: person, body })
    expect((await refund({ whole: true })).status).toBe(403)
    expect((await refund({ amount: '1.00' })).status).toBe(403)
    expect((await refund({ lines: [{ id: elsewhere?.id, quantity: 1 }] })).status).toBe(409)
    for (const path of ['cancel', 'resend'])
      expect((await app.tickets('POST', `/orders/${id}/${path}`, { as: person })).status).toBe(403)
    const given = await refund({ lines: [{ id: seats?.id, quantity: 1 }] })
    expect(given.json).toMatchObject({ refunded: '30.00', refunds: [{ amount: '30.00' }] })
  })
})

describe('what a set does not open', () => {
  test('is left out: money without money.read, addresses without contacts.read, links without orders.write', async () => {
    const { id, own } = await ofTwoEvents()
    const read = async (set: GrantSet) =>
      (await app.tickets('GET', `/orders/${id}`, { as: await as(set, own) })).json
    const desk = await read('box_office')
    expect(desk.purchaser.email).toBe('ada@example.org')
    expect(desk).not.toHaveProperty('total')
    expect(desk.items[0]).not.toHaveProperty('price')
    expect(desk.attendees[0]).toHaveProperty('security_code')
    const reader = await read('reader')
    expect(reader.total).toBe('60.00')
    expect(reader.purchaser).toEqual({ name: 'Ada Lovelace' })
    expect(reader.attendees[0]).not.toHaveProperty('security_code')
    expect((await read('door')).code).toBe('rest_forbidden')
    const list = async (set: GrantSet, query = {}) =>
      (await app.tickets('GET', '/attendees', { as: await as(set, own), query })).json
    const atDoor = await list('door')
    expect(atDoor.attendees).toHaveLength(2)
    expect(atDoor.attendees[0]).toMatchObject({ title: 'Ada Lovelace', email: '', qr_url: '' })
    const seen = await list('reader')
    expect(seen.attendees[0]).toMatchObject({ email: '', qr_url: '' })
    expect(seen.attendees[0].payment.price).not.toBe('')
    expect((await list('reader', { search: 'ada@example' })).attendees).toEqual([])
    expect((await list('finance', { search: 'ada@example' })).attendees).toHaveLength(2)
  })
})

describe('a refund limit', () => {
  test('is what one person gives back of one order, and says what it leaves', async () => {
    const { id, own, seats } = await ofTwoEvents()
    const person = await as('finance', own, 4000)
    const refund = (who: typeof person) =>
      app.tickets('POST', `/orders/${id}/refunds`, {
        as: who,
        body: { lines: [{ id: seats?.id, quantity: 1 }] },
      })
    expect((await refund(person)).status).toBe(201)
    const over = await refund(person)
    expect([over.status, over.json.code]).toEqual([403, 'refund-over-limit'])
    expect(over.json.message).toContain('10.00 USD')
    expect((await refund(await as('finance', own, 4000))).status).toBe(201)
  })

  test('of the site for a day binds all together, but for administrators', async () => {
    const { id } = await ofTwoEvents()
    const refund = (who: Parameters<typeof app.tickets>[2]) =>
      app.tickets('POST', `/orders/${id}/refunds`, { ...who, body: { whole: true } })
    const over = await refund({ as: await as('manager', null) })
    expect([over.status, over.json.code]).toEqual([403, 'refund-over-limit'])
    expect((await refund({ as: 'administrator' })).status).toBe(201)
  })
})
