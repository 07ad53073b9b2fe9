import { expect } from 'vitest'
import { aFilledCart, order, readOrder, tell } from './buying.ts'
import { type TicketDraft, ticketOnSale } from './on-sale.ts'
import type { startPaidApp } from './paid-app.ts'

type Paid = Pick<Awaited<ReturnType<typeof startPaidApp>>, 'app' | 'card'>

/** An order of one line that was paid by card; its ticket costs 30.00 unless another is drawn up. */
export async function aPaidOrder(
  { app, card }: Paid,
  draft: TicketDraft & { quantity?: number; coupon?: string } = {},
) {
  const { coupon, ...wanted } = draft
  const cart = await aFilledCart(app, wanted)
  const { cart_hash } = cart
  if (coupon) {
    const applied = await app.tickets('POST', '/coupons/apply', { body: { cart_hash, coupon } })
    expect(applied.status).toBeLessThan(300)
  }
  const { json } = await order(app, 'cardprocessor', cart_hash)
  card.pay(json.payment_intent_id)
  const body = { client_secret: json.client_secret, cart_hash }
  const done = await tell(app, `cardprocessor/order/${json.payment_intent_id}`, body)
  expect(done.json.status).toBe('completed')
  card.webhooks.drop()
  const id = json.order_id as number
  const { items, attendees } = await readOrder(app, id)
  const [line] = items
  if (!line) throw new Error('The order has no line.')
  return {
    id,
    eventId: cart.eventId,
    ticketId: cart.ticketId,
    intent: json.payment_intent_id as string,
    line: line.id,
    attendees: attendees.map(({ id: attendee }) => attendee),
  }
}

/** An order that was paid by card: two seats at 30.00 of one event, one at 10.00 of another. */
export async function anOrderOfTwoEvents({ app, card }: Paid) {
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
  const intent = json.payment_intent_id as string
  return { id: json.order_id as number, own, other: other.eventId, seats, elsewhere, intent }
}
