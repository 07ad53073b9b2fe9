import type { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockWithShared } from '../../ticketing/inventory/settle-stock.ts'
import type { PricedCart } from './load-cart.ts'
import { networkBook, type NetworkLimits, networkRefusal } from './network-limits.ts'
import { placesOf } from './rules.ts'
import { takesStock } from './start-paying.ts'
import { listFreePlaces } from './store.free-places.ts'
import { readOpenCarts } from './store.ts'

/**
 * Why carts that are ordered without paying may not take their expired places again, by cart: their network has too many.
 * Otherwise a network could let many carts expire, one after the other, and order them all. Nothing is asked of the database
 * while all carts hold their places. Locks all pools that the carts concern.
 */
export async function freePlacesRefused(
  tx: Tx,
  carts: readonly PricedCart[],
  { limits, now }: { limits: NetworkLimits | undefined; now: Date },
): Promise<ReadonlyMap<number, AppError>> {
  const refused = new Map<number, AppError>()
  const again = carts.filter(each => each.cart.address !== '' && takesStock(each, now))
  if (!limits || again.length === 0) return refused
  const ticketIds = carts.flatMap(({ lines }) => lines.map(line => line.ticket_id))
  const cartIds = carts.map(({ cart }) => cart.id)
  const pools = await lockWithShared(tx, { ticketIds, cartIds })
  const addresses = [...new Set(again.map(({ cart }) => cart.address))]
  const [open, ordered] = await Promise.all([
    readOpenCarts(tx, addresses),
    listFreePlaces(tx, addresses),
  ])
  const tickets = new Map(carts.flatMap(each => [...each.tickets]))
  const book = networkBook({ limits, pools, tickets, carts: open, ordered })
  for (const { cart, lines } of again) {
    const places = placesOf(lines).map(place => ({ ...place, isFree: true }))
    const refusal = networkRefusal(book, {
      cartId: cart.id,
      address: cart.address,
      places,
      isNew: false,
    })
    if (refusal) refused.set(cart.id, refusal)
  }
  return refused
}
