import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../../shop/deps.ts'
import { sentCartHashes } from '../../shop/cart/cart-hash.ts'
import { loadPricedCart, type PricedCart } from '../../shop/cart/load-cart.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import type { CartChange, CartLine, WantedLine } from '../../shop/cart/rules.ts'
import { findOrder, findOrderOfCart, type OrderRow } from '../../shop/orders/record/lookup.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import type { Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { findPath } from '../orders/find-address.ts'
import { buyerCookie } from './buyer-cookie.ts'
import { placedCookie, placedHere } from './proof.ts'
import { type Buyer, keptName, type SentName } from './sent-basket.ts'

/** The cart named by the visitor's cookie. */
export const basketOf = ({ findCart }: Deps, { cookies }: Visit): Promise<FoundCart | undefined> =>
  findCart(sentCartHashes(cookies, undefined))

export const pricedNow = (deps: Deps, { cart }: FoundCart): Promise<PricedCart> =>
  loadPricedCart(deps.db, cart, { now: deps.clock.now(), currency: deps.config.currency })

/** Redirects to the page of an order. */
export function toOrder({ publicRoot, secrets }: Deps, orderId: number): Redirect {
  const to = orderUrl({ publicRoot, key: secrets.order }, orderId).slice(publicRoot.length)
  return { to, status: 303 }
}

/**
 * Redirects the browser that placed an order to the order, and any other one with the same basket to the page that mails
 * the links of orders. A form that is sent twice has the buyer's details instead of the cookie.
 */
export function toPlaced(
  deps: Deps,
  { cookies }: Visit,
  { order, buyer }: { order: OrderRow; buyer?: Buyer },
): Redirect {
  const isBuyer = buyer?.name === order.purchaser_name && buyer.email === order.purchaser_email
  return isBuyer || placedHere(deps.secrets.nonce, order, cookies)
    ? toOrder(deps, order.id)
    : { to: findPath, status: 303 }
}

/** Redirects to the order that a basket became, so that going back or sending twice orders nothing again. */
export async function toOrderOf(
  deps: Deps,
  visit: Visit,
  { cart, buyer }: { cart: Pick<FoundCart['cart'], 'id'>; buyer?: Buyer },
): Promise<Redirect | undefined> {
  const order = await findOrderOfCart(deps.db, cart.id)
  return order && toPlaced(deps, visit, { order, ...(buyer && { buyer }) })
}

/** The cookies with which a browser comes back to the order that it placed. */
export async function keptAfter(
  { db, secrets }: Deps,
  { site }: Visit,
  { orderId, buyer }: { orderId: number; buyer: Buyer },
): Promise<{ cookies: string[] }> {
  const order = await findOrder(db, orderId)
  const placing = order ? [placedCookie(secrets.nonce, order, site)] : []
  return { cookies: [buyerCookie(buyer, site), ...placing] }
}

/** The total as text, for a hidden field of a form. */
export const totalOf = ({ totals: { totalMinor: minor, currency } }: PricedCart) =>
  formatDecimal({ minor, currency })

type Sent = {
  quantities: ReadonlyMap<number, number | undefined>
  names: ReadonlyMap<number, readonly SentName[]>
}

/** The changes of a form to the cart; undefined when there are none. Deleted tickets are taken out. */
export function changeOf(
  { cart, gone, lines }: PricedCart,
  { quantities, names }: Sent,
): CartChange | undefined {
  const changed = cart.lines.flatMap((line): WantedLine[] => {
    if (gone.includes(line.ticket_id)) return [{ ticketId: line.ticket_id, quantity: 0 }]
    const quantity = line.going === false ? undefined : quantities.get(line.ticket_id)
    if (quantity === undefined || quantity === line.quantity) return []
    return [wanted(line, quantity), ...notComing(cart.lines, line.ticket_id)]
  })
  const named = [...names].flatMap(([ticketId, list]) => {
    const items = list.map(keptName)
    const kept = lines.filter(line => line.ticket_id === ticketId).flatMap(line => line.names)
    return sameNames(items, kept) ? [] : [{ ticketId, items }]
  })
  if (changed.length === 0 && named.length === 0) return undefined
  return { lines: changed.length > 0 ? changed : null, names: named.length > 0 ? named : null }
}

/** The unchanged cart as a request, to hold its places again. */
export const sameAgain = ({ lines }: PricedCart): CartChange => ({
  lines: lines.map(line => wanted(line, line.quantity)),
  names: null,
})

const wanted = ({ ticket_id: ticketId, going }: CartLine, quantity: number): WantedLine => ({
  ticketId,
  quantity,
  ...(going === null ? {} : { going }),
})

/** A listed ticket gets exactly the quantities listed for it, so guests who decline must be listed too. */
const notComing = (lines: readonly CartLine[], ticketId: number) =>
  lines
    .filter(line => line.ticket_id === ticketId && line.going === false)
    .map(line => wanted(line, line.quantity))

type Names = readonly ({ full_name: string; email: string } | null)[]

function sameNames(one: Names, other: Names): boolean {
  const text = (names: Names) =>
    JSON.stringify(names.map(name => [name?.full_name ?? '', name?.email ?? '']))
      .replaceAll('["",""]', '')
      .replaceAll(/(?<!,),+(?=\])/g, '')
  return text(one) === text(other)
}
