import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { Overtaken } from '../../platform/db/violations.ts'
import { holdsToSell, type LastingHold, type Line, type Shortage, type Unit } from './rules.ts'
import { lockStock, planStock, type StockDemand, type StockResult } from './settle-stock.ts'
import { lockPools, sellLasting } from './store.ts'

/** A cart whose holds are sold. With `lines`, exactly these are sold, whatever the cart holds. */
export type SellRequest = number | { readonly cartId: number; readonly lines: readonly Line[] }

export type SellResult =
  | { readonly kind: 'sold'; readonly units: readonly Unit[] }
  | { readonly kind: 'short'; readonly shortages: readonly Shortage[] }

/** Results that are not yet written. `write` must be called once, behind all writes that need no lock on stock. */
export type SalePlan = { readonly results: readonly SellResult[]; write(): Promise<void> }

/**
 * Decides to turn the holds of carts into sold places, all of a cart or nothing. An expired hold takes its stock again
 * if that is free. A cart with nothing to sell (released, already sold, or named twice) is `short` without shortages.
 *
 * `lasting` are the carts' holds, read after the carts were locked (lookup.ts). When they are just what is
 * sold, nothing is left to decide: `write` locks the stock, so that other buyers wait only while these few rows are
 * written. It fails with `Overtaken` if a hold ended meanwhile. Otherwise the stock is locked here, and everybody
 * waits until the caller has written the result with its own rows.
 */
export async function planSale(
  tx: Tx,
  carts: readonly SellRequest[],
  lasting: readonly LastingHold[] = [],
): Promise<SalePlan> {
  const held = holdsToSell(carts.map(askedFor), lasting)
  if (held) {
    return {
      results: held.map(units => ({ kind: 'sold', units })),
      write: () => sellHeld(tx, held.flat()),
    }
  }
  const wanted = carts.map((cart): StockDemand => {
    const { cartId, lines } = askedFor(cart)
    return lines === undefined
      ? { cartId, take: [], as: 'sold', ownLines: true }
      : { cartId, take: lines, as: 'sold' }
  })
  const { results, write } = await planStock(tx, wanted, await lockStock(tx, wanted))
  return { results: results.map((result, at) => sellResult(result, carts[at])), write }
}

const askedFor = (cart: SellRequest) =>
  typeof cart === 'number' ? { cartId: cart, lines: undefined } : cart

async function sellHeld(tx: Tx, holds: readonly LastingHold[]) {
  if (holds.length === 0) return
  const eventIds = [...new Set(holds.map(({ eventId }) => eventId))]
  const own = touching(tx, eventIds)
  const [locked, sold] = await Promise.all([
    lockPools(own, { eventIds }),
    sellLasting(
      own,
      holds.map(({ id }) => id),
    ),
  ])
  const sharedOf = new Map(locked.map(pool => [pool.id, pool.sharedPoolId]))
  const isAsRead = holds.every(({ poolId, sharedPoolId }) => sharedOf.get(poolId) === sharedPoolId)
  if (sold !== holds.length || !isAsRead) throw new Overtaken('A hold ended while it was sold.')
}

function sellResult({ decision }: StockResult, cart: SellRequest | undefined): SellResult {
  if (decision.kind === 'short') return decision
  const nothing = typeof cart === 'number' && decision.units.length === 0
  return nothing ? { kind: 'short', shortages: [] } : { kind: 'sold', units: decision.units }
}
