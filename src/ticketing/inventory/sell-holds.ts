import type { Tx } from '../../platform/db/database.ts'
import type { Line, Shortage, Unit } from './rules.ts'
import { settleStock } from './settle-stock.ts'

/** A cart whose holds are sold. With `lines`, exactly these are sold, whatever the cart holds. */
export type SellRequest = number | { readonly cartId: number; readonly lines: readonly Line[] }

export type SellResult =
  | { readonly kind: 'sold'; readonly units: readonly Unit[] }
  | { readonly kind: 'short'; readonly shortages: readonly Shortage[] }

/**
 * Turns the holds of carts into sold places, all of a cart or nothing. An expired hold takes its stock again
 * if that is free. A cart with nothing to sell (released, already sold, or named twice) is `short` without
 * shortages.
 */
export async function sellHolds(tx: Tx, carts: readonly SellRequest[]): Promise<SellResult[]> {
  const settled = await settleStock(
    tx,
    carts.map(cart =>
      typeof cart === 'number'
        ? { cartId: cart, take: [], as: 'sold', ownLines: true }
        : { cartId: cart.cartId, take: cart.lines, as: 'sold' },
    ),
  )
  return settled.map(({ decision }, at) => {
    if (decision.kind === 'short') return decision
    const nothing = typeof carts[at] === 'number' && decision.units.length === 0
    return nothing ? { kind: 'short', shortages: [] } : { kind: 'sold', units: decision.units }
  })
}
