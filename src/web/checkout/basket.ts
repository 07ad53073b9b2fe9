import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../../shop/deps.ts'
import { loadPricedCart, type PricedCart } from '../../shop/cart/load-cart.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import type { CartChange, CartLine, WantedLine } from '../../shop/cart/rules.ts'
import { findOrderOfCart, type OrderRow } from '../../shop/orders/record/lookup.ts'
import { type OrderLink, orderUrl } from '../../shop/orders/record/order-address.ts'
import type { Redirect } from '../kit/page.ts'
import { findOrderedPath } from '../kit/find-address.ts'
import type { BuyerVisit } from './buyer-visit.ts'
import { placerOf } from './own-browser.ts'
import { keptName, type SentName } from './sent-basket.ts'

export const pricedNow = (deps: Deps, { cart }: FoundCart): Promise<PricedCart> =>
  loadPricedCart(deps.db, cart, { now: deps.clock.now(), currency: deps.config.currency })

/** Redirects to the page of an order. */
export function toOrder({ publicRoot, secrets }: Deps, order: OrderLink): Redirect {
  const to = orderUrl({ publicRoot, key: secrets.order }, order).slice(publicRoot.length)
  return { to, status: 303 }
}

/** Whether this browser placed the order. */
export const placedHere = (order: Pick<OrderRow, 'placed_by'>, { browser }: BuyerVisit): boolean =>
  order.placed_by === placerOf(browser)

/**
 * Redirects the browser that placed an order to the order, and any other one to the page that says so and mails the links of orders
 * (contract.md 26.3).
 */
export const toPlaced = (deps: Deps, visit: BuyerVisit, order: OrderRow): Redirect =>
  placedHere(order, visit) ? toOrder(deps, order) : { to: findOrderedPath, status: 303 }

/** Redirects to the order that a basket became, so that going back or sending twice orders nothing again. */
export async function toOrderOf(
  deps: Deps,
  visit: BuyerVisit,
  { cart }: { cart: Pick<FoundCart['cart'], 'id'> },
): Promise<Redirect | undefined> {
  const order = await findOrderOfCart(deps.db, cart.id)
  return order && toPlaced(deps, visit, order)
}

/** The total as text, for a hidden field of a form. */
export const totalOf = ({ totals: { totalMinor: minor, currency } }: PricedCart) =>
  formatDecimal({ minor, currency })

type BasketForm = {
  quantities: ReadonlyMap<number, number | undefined>
  names: ReadonlyMap<number, readonly SentName[]>
}

/**
 * The changes of a form to the cart; undefined when there are none. Deleted tickets are taken out, and so are names that the
 * page does not show: tickets are mailed to them.
 */
export function changeOf(
  { cart, gone, lines, tickets }: PricedCart,
  { quantities, names }: BasketForm,
): CartChange | undefined {
  const changed = cart.lines.flatMap((line): WantedLine[] => {
    if (gone.includes(line.ticket_id)) return [{ ticketId: line.ticket_id, quantity: 0 }]
    const quantity = line.going === false ? undefined : quantities.get(line.ticket_id)
    if (quantity === undefined || quantity === line.quantity) return []
    return [wanted(line, quantity), ...notComing(cart.lines, line.ticket_id)]
  })
  const unseen = lines.flatMap(({ ticket_id: ticketId, names }) => {
    const isShown = tickets.get(ticketId)?.attendeeNames !== 'none'
    return isShown || names.length === 0 ? [] : [{ ticketId, items: [] }]
  })
  const given = [...names].flatMap(([ticketId, list]) => {
    const items = list.map(keptName)
    const kept = lines.filter(line => line.ticket_id === ticketId).flatMap(line => line.names)
    return sameNames(items, kept) ? [] : [{ ticketId, items }]
  })
  const named = [...given, ...unseen]
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
