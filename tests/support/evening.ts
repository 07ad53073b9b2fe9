import fc from 'fast-check'
import { expect } from 'vitest'
import { aTill, sell as sellAtDesk } from './box-office.ts'
import { order, purchaser, tell } from './buying.ts'
import { clientOf } from './client-in-process.ts'
import type { FakeCard } from './fake-card.ts'
import type { FakeWallet } from './fake-wallet.ts'
import type { SignedMessage } from './fake-webhooks.ts'
import { eventOnSale, ticketOnSale } from './on-sale.ts'
import type { TestApp } from './start-app.ts'

type Scene = { app: TestApp; card: FakeCard; wallet: FakeWallet }
type Way = 'card' | 'wallet' | 'cash'

/** An order of an evening; `reference` is the provider's, `before` what it had given back before, in minor units. */
export type Sold = {
  id: number
  way: Way
  reference: string
  before: number
  /** Why its money stays where it is; null where it goes back. */
  stays: 'dispute' | 'checked_in' | null
  /** Of whom nobody else bought; empty for a sale at the desk. */
  email: string
  /** Whether it has places of the other event, too. */
  isOfTwo: boolean
}

export type Evening = { eventId: number; otherId: number; sold: Sold[] }

const as = 'administrator' as const

/** The same number for the same seed, number and salt: 0 to `most`. */
export const drawing =
  (seed: number) =>
  (most: number, number: number, salt: number): number =>
    fc.sample(fc.nat({ max: most }), { numRuns: 1, seed: seed * 7919 + number * 31 + salt })[0] ?? 0

/**
 * Sells places of an evening, and of another one, by card, wallet and for cash: with a fee, with a coupon, in orders of both. Some of
 * the orders had something given back, and so many of those by card are disputed.
 */
export async function sellEvening(
  scene: Scene,
  { orders, disputes, seed }: { orders: number; disputes: number; seed: number },
): Promise<Evening> {
  const { app } = scene
  const draw = drawing(seed)
  const [eventId, otherId] = [await eventOnSale(app), await eventOnSale(app)]
  const draft = { capacity: null, maxPerOrder: 10 }
  const seat = await ticketOnSale(app, { eventId, priceMinor: 3000, name: 'Seat', ...draft })
  const standing = await ticketOnSale(app, {
    eventId,
    priceMinor: 1250,
    name: 'Standing',
    ...draft,
  })
  const other = await ticketOnSale(app, { eventId: otherId, priceMinor: 900, ...draft })
  await charge(app, seat.id)
  await app.tickets('POST', '/coupons', { as, body: coupon })
  const till = await aTill(app)
  const sold: Sold[] = []
  let left = disputes
  for (let n = 0; n < orders; n += 1) {
    const way: Way = (['card', 'card', 'wallet', 'cash'] as const)[draw(3, n, 1)] ?? 'card'
    const quantity = 1 + draw(2, n, 2)
    if (way === 'cash') {
      sold.push(await forCash(app, { event: eventId, ticket: standing.id, till, quantity }))
      continue
    }
    const isOfTwo = draw(2, n, 3) === 0
    const lines = [{ ticket_id: draw(1, n, 4) === 0 ? seat.id : standing.id, quantity }]
    if (isOfTwo) lines.push({ ticket_id: other.id, quantity: 1 })
    const bought = await buyPaid(scene, { way, lines, hasCoupon: draw(2, n, 5) === 0 })
    if (draw(4, n, 6) === 0) await giveBackSome(app, bought.id)
    const stays = way === 'card' && left > 0 ? 'dispute' : n % 25 === 2 ? 'checked_in' : null
    if (stays === 'dispute') {
      left -= 1
      scene.card.dispute(bought.reference)
    }
    if (stays === 'checked_in') await letIn(app, bought.id)
    sold.push({ ...bought, way, isOfTwo, stays, before: 0 })
  }
  // Nobody bought only of the other evening, and that order must stay as it is, too.
  await buyPaid(scene, {
    way: 'card',
    lines: [{ ticket_id: other.id, quantity: 2 }],
    hasCoupon: false,
  })
  await deliverMessages(scene)
  const told = ledgers(scene)
  const before = ({ reference }: Sold) => told.get(reference)?.refunded ?? 0
  return { eventId, otherId, sold: sold.map(one => ({ ...one, before: before(one) })) }
}

const coupon = {
  slug: 'seventeen',
  display_name: 'Seventeen',
  status: 'active',
  sub_type: 'percent',
  amount: 17,
}

async function charge(app: TestApp, ticket: number) {
  const body = { display_name: 'Booking', raw_amount: '1.50', meta_value: 'per' }
  const fee = await app.tickets('POST', '/fees', { as, body })
  const fees = { selected_fees: [fee.json.id] }
  await app.tickets('POST', `/tickets/${ticket}/fees`, { as, body: fees })
}

async function forCash(
  app: TestApp,
  { quantity, ...desk }: { event: number; ticket: number; till: number; quantity: number },
): Promise<Sold> {
  const total = (12.5 * quantity).toFixed(2)
  const { json, status } = await sellAtDesk(app, { ...desk, quantity, total })
  expect(status).toBe(201)
  return {
    id: json.order,
    way: 'cash',
    reference: '',
    email: '',
    before: 0,
    stays: null,
    isOfTwo: false,
  }
}

type Wish = {
  way: 'card' | 'wallet'
  lines: { ticket_id: number; quantity: number }[]
  hasCoupon: boolean
}

const letIn = (app: TestApp, order: number) =>
  app.db
    .updateTable('attendees')
    .set({ checked_in_at: app.clock.now() })
    .where('order_id', '=', order)
    .execute()

let buyers = 0

async function buyPaid({ app, card, wallet }: Scene, { way, lines, hasCoupon }: Wish) {
  const { cart_hash } = await clientOf(app).updateCart({ provider: 'tc', tickets: lines })
  if (hasCoupon) {
    const body = { cart_hash, coupon: coupon.slug }
    expect((await app.tickets('POST', '/coupons/apply', { body })).status).toBeLessThan(300)
  }
  const path = way === 'card' ? 'cardprocessor' : 'wallet'
  buyers += 1
  const email = `buyer${buyers}@example.org`
  const buyer = { body: { purchaser: { ...purchaser, email } } }
  const { json } = await order(app, path, cart_hash, buyer)
  const reference: string = way === 'card' ? json.payment_intent_id : json.id
  if (way === 'card') card.pay(reference)
  else wallet.approve(reference)
  const proof = way === 'card' ? { client_secret: json.client_secret } : { payer_id: 'PAYER' }
  const done = await tell(app, `${path}/order/${reference}`, { ...proof, cart_hash })
  expect(done.json.status).toBe('completed')
  return { id: json.order_id as number, reference, email }
}

async function giveBackSome(app: TestApp, id: number) {
  const body = { amount: '1.37' }
  const { status } = await app.tickets('POST', `/orders/${id}/refunds`, { as, body })
  expect(status).toBe(201)
}

/** What a provider says that it has given back of each payment, in minor units. */
export const ledgers = ({ card, wallet }: Pick<Scene, 'card' | 'wallet'>) =>
  new Map([...card.ledger(), ...wallet.ledger()].map(line => [line.reference, line]))

/** Delivers what the providers have to say. */
export async function deliverMessages({ app, card, wallet }: Scene): Promise<void> {
  const receiver = (segment: string) => async (message: SignedMessage) => {
    const { rawBody: body, headers } = message
    return (await app.tickets('POST', `/commerce/${segment}/webhook`, { body, headers })).status
  }
  await card.webhooks.deliver(receiver('cardprocessor'))
  await wallet.webhooks.deliver(receiver('wallet'))
}
