import type { Tx } from '../../platform/db/database.ts'
import type { Line, Shortage, Unit } from './rules.ts'
import { lockStock, planStock, type StockDemand, type StockResult } from './settle-stock.ts'

/** A cart whose holds are sold. With `lines`, exactly these are sold, whatever the cart holds. */
export type SellRequest = number | { readonly cartId: number; readonly lines: readonly Line[] }

export type SellResult =
  | { readonly kind: 'sold'; readonly units: readonly Unit[] }
  | { readonly kind: 'short'; readonly shortages: readonly Shortage[] }

/** Results that are not yet written. `write` must be called once. */
export type SalePlan = { readonly results: readonly SellResult[]; write(): Promise<void> }

/**
 * Decides to turn the holds of carts into sold places, all of a cart or nothing. An expired hold takes its stock again
 * if that is free. A cart with nothing to sell (released, already sold, or named twice) is `short` without shortages.
 * The caller writes the result together with the orders: while it is not written, all other buyers wait.
 */
export async function planSale(tx: Tx, carts: readonly SellRequest[]): Promise<SalePlan> {
  const wanted = carts.map(
    (cart): StockDemand =>
      typeof cart === 'number'
        ? { cartId: cart, take: [], as: 'sold', ownLines: true }
        : { cartId: cart.cartId, take: cart.lines, as: 'sold' },
  )
  const { results, write } = await planStock(tx, wanted, await lockStock(tx, wanted))
  return { results: results.map((result, at) => sellResult(result, carts[at])), write }
}

function sellResult({ decision }: StockResult, cart: SellRequest | undefined): SellResult {
  if (decision.kind === 'short') return decision
  const nothing = typeof cart === 'number' && decision.units.length === 0
  return nothing ? { kind: 'short', shortages: [] } : { kind: 'sold', units: decision.units }
}
