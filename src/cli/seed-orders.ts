import type { Call } from './seed-call.ts'

/** A ticket to be ordered, and how many of it are left. */
export type Offer = { eventId: number; ticketId: number; left: number; share: number }

export type Sold = { orderIds: number[]; places: number; refunded: number }

const names = ['Ada', 'Bo', 'Chidi', 'Dora', 'Emil', 'Freya', 'Gita', 'Hugo', 'Ines', 'Jonas']
const families = ['Byron', 'Olsen', 'Okafor', 'Lind', 'Moreau', 'Nakamura', 'Silva']
const refundedEvery = 14
const withCouponEvery = 9

/**
 * Places demo orders like a buyer: with a cart, a purchaser and the sandbox's card. Orders nothing when card payments
 * are real. The first buyer is guest1@example.org.
 */
export async function placeOrders(
  call: Call,
  offers: readonly Offer[],
  { orders, coupon }: { orders: number; coupon: string },
): Promise<Sold> {
  const sold: Sold = { orderIds: [], places: 0, refunded: 0 }
  const shares = offers.reduce((sum, { share }) => sum + share, 0)
  let buyer = 0
  for (const offer of offers) {
    const wanted = Math.round((orders * offer.share) / Math.max(1, shares))
    for (let index = 0; index < wanted && offer.left > 0; index += 1) {
      buyer += 1
      const quantity = Math.min(offer.left, 1 + (buyer % 3))
      const code = buyer % withCouponEvery === 0 ? coupon : undefined
      const order = await placeOrder(call, offer, { quantity, buyer, code })
      if (order === undefined) return sold
      offer.left -= quantity
      sold.orderIds.push(order.id)
      sold.places += quantity
      if (order.isPaid && sold.orderIds.length % refundedEvery === 0) {
        const refund = { whole: true, reason: 'Cannot come' }
        await call('POST', `/tickets/v1/orders/${order.id}/refunds`, { body: refund })
        offer.left += quantity
        sold.refunded += 1
      }
    }
  }
  return sold
}

type OrderDraft = { quantity: number; buyer: number; code?: string | undefined }

/** Undefined when the payment would be real. */
async function placeOrder(call: Call, { ticketId }: Offer, { quantity, buyer, code }: OrderDraft) {
  const from = `198.51.100.${buyer % 250}`
  const as = { anonymous: true, from }
  const tickets = [{ ticket_id: ticketId, quantity }]
  const cart = await call('POST', '/tickets/v1/cart', { ...as, body: { provider: 'tc', tickets } })
  const { cart_hash, total } = cart
  if (code !== undefined && Number(total) > 0) {
    await call('POST', '/tickets/v1/coupons/apply', { ...as, body: { coupon: code, cart_hash } })
  }
  const body = { cart_hash, purchaser: purchaserOf(buyer) }
  if (Number(total) === 0) {
    const { id } = await call('POST', '/tickets/v1/commerce/free/order', { ...as, body })
    return { id, isPaid: false }
  }
  if (cart.sandbox !== true) return undefined
  const card = '/tickets/v1/commerce/cardprocessor/order'
  const started = await call('POST', card, { ...as, body })
  const { payment_intent_id, client_secret, order_id } = started
  const paid = { cart_hash, client_secret, sandbox_outcome: 'succeed' }
  await call('POST', `${card}/${payment_intent_id}`, { ...as, body: paid })
  return { id: order_id, isPaid: true }
}

function purchaserOf(buyer: number) {
  if (buyer === 1) return { name: 'Guest 1', email: 'guest1@example.org' }
  const name = names[buyer % names.length]
  const family = families[buyer % families.length]
  return {
    name: `${name} ${family}`,
    email: `${name}.${family}.${buyer}@example.org`.toLowerCase(),
  }
}
