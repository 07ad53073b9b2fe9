import { sql } from 'kysely'
import type { Marquee } from '../../client/src/index.ts'
import { clientOf, staffClient } from './client-in-process.ts'
import { type TicketDraft, ticketOnSale } from './on-sale.ts'
import type { TestRequest, TestApp } from './start-app.ts'

export const purchaser = { name: 'Ada Lovelace', email: 'ada@example.org' }

type App = Pick<TestApp, 'db' | 'tickets'>
/** What the typed client needs of a service. */
type AppOfTest = Pick<TestApp, 'http' | 'person'>

/** A ticket on sale at 30.00 and a cart with this many of it. */
export async function aFilledCart(
  app: App & AppOfTest,
  draft: TicketDraft & { quantity?: number } = {},
) {
  const { quantity = 1, ...ticket } = draft
  const onSale = await ticketOnSale(app, { priceMinor: 3000, capacity: 10, ...ticket })
  return { ...onSale, ticketId: onSale.id, cart_hash: await fillCart(app, onSale.id, quantity) }
}

/** A new cart with this many of a ticket; returns its secret. */
export async function fillCart(app: AppOfTest, ticketId: number, quantity = 1): Promise<string> {
  const tickets = [{ ticket_id: ticketId, quantity }]
  return (await clientOf(app).updateCart({ provider: 'tc', tickets })).cart_hash
}

type Way = 'cardprocessor' | 'wallet' | 'free'

/** Orders a cart. */
export const order = (app: App, way: Way, cart_hash: string, more: TestRequest = {}) =>
  app.tickets('POST', `/commerce/${way}/order`, {
    ...more,
    body: { purchaser, cart_hash, ...(more.body as object) },
  })

/** The result of `buy`: the order and its attendees. */
export type Bought = {
  orderId: number
  attendees: { id: number; security_code: string; title: string; qr_url: string }[]
}

type Purchase = { quantity?: number; way?: 'free' | 'cardprocessor'; coupon?: string }

/** Buys this many places as a client does: a cart, with a coupon if one is named, the order and, unless it is free, the payment in the sandbox. */
export async function buy(
  app: AppOfTest,
  ticketId: number,
  { quantity = 1, way = 'free', coupon }: Purchase = {},
): Promise<Bought> {
  const buyer = clientOf(app)
  const tickets = [{ ticket_id: ticketId, quantity }]
  const { cart_hash } = await buyer.updateCart({
    provider: 'tc',
    tickets,
    ...(coupon !== undefined && { coupon }),
  })
  const { orderId, attendees = [] } =
    way === 'free' ? await orderFreely(buyer, cart_hash) : await payByCard(buyer, cart_hash)
  if (attendees.length !== quantity) throw new Error('The order is not completed.')
  return { orderId, attendees }
}

async function orderFreely(buyer: Marquee, cart_hash: string) {
  const { id, attendees } = await buyer.createFreeOrder({ cart_hash, purchaser })
  return { orderId: id, attendees }
}

/** Orders a cart by card, and tells the service to look at the payment, which the sandbox has made. */
async function payByCard(buyer: Marquee, cart_hash: string) {
  const started = await buyer.createCardOrder({ cart_hash, purchaser })
  const { payment_intent_id: intent, client_secret } = started
  const paid = await buyer.updateCardOrder({ order_id: intent, client_secret, cart_hash })
  return { orderId: paid.order_id, attendees: paid.attendees }
}

/** The only attendee of a free order with one place; its ticket is new unless it is given. */
export async function aBuyer(app: App & AppOfTest, named?: { ticketId: number; eventId: number }) {
  const { id, eventId } = named ? { ...named, id: named.ticketId } : await ticketOnSale(app)
  const { orderId, attendees } = await buy(app, id)
  const [guest] = attendees
  if (!guest) throw new Error('The order has no attendee.')
  return { ...guest, ticketId: id, eventId, orderId }
}

/** Refunds an order as staff do: all of it, or the places in `body`. */
export async function refund(app: AppOfTest, orderId: number, what: RefundWish = { whole: true }) {
  return (await staffClient(app)).createOrderRefund({ id: orderId, ...what })
}

type RefundWish = Omit<Parameters<Marquee['createOrderRefund']>[0], 'id'>

/** The message that the client gets next for this order. */
export const tell = (app: App, path: string, body: object) =>
  app.tickets('POST', `/commerce/${path}`, { body })

/** The order as staff see it. */
export const readOrder = async (app: AppOfTest, id: number) =>
  (await staffClient(app)).getOrder({ id })

/** The counts of a ticket's stock. */
export async function stockOf(app: App, ticketId: number) {
  const { rows } = await sql<{ held: number; sold: number }>`
    select held, sold from pools where id = (select pool_id from tickets where id = ${ticketId})
  `.execute(app.db)
  const [row] = rows
  if (!row) throw new Error('There is no such ticket.')
  return row
}

/** Lets all open holds of this ticket expire, with their carts and coupon uses. */
export async function letHoldsExpire(app: Pick<App, 'db'>, ticketId: number) {
  const past = sql`clock_timestamp() - interval '1 second'`
  await sql`
    with gone as (
      update holds set expires_at = ${past}
      where state = 'open' and pool_id = (select pool_id from tickets where id = ${ticketId})
      returning cart_id
    ), coupons as (
      update coupon_holds set expires_at = ${past} where cart_id in (select cart_id from gone)
    )
    update carts set expires_at = ${past} where id in (select cart_id from gone)
  `.execute(app.db)
}

/** Lets open work look as if nobody had touched it for this many minutes. */
export async function letMinutesPass(app: Pick<App, 'db'>, minutes: number) {
  const back = sql`make_interval(mins => ${minutes}::int)`
  await sql`
    update orders set updated_at = updated_at - ${back}
    where status in ('created', 'pending', 'action-req', 'approved')
  `.execute(app.db)
  await sql`
    update refunds set created_at = created_at - ${back}, updated_at = updated_at - ${back}
    where state in ('reserved', 'sent')
  `.execute(app.db)
  await sql`
    update carts set expires_at = expires_at - ${back}
    where state = 'paying' or expires_at > clock_timestamp()
  `.execute(app.db)
  await sql`
    update holds set expires_at = expires_at - ${back}
    where state = 'open' and expires_at > clock_timestamp()
  `.execute(app.db)
}
