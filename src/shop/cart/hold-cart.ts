import type { Tx } from '../../platform/db/database.ts'
import type { LaneKind } from '../../ticketing/inventory/lane-kind.ts'
import { lockCouponRows } from '../coupons/use-coupon.ts'
import { type Cart, cartsNamed, locksForCarts } from './lookup.ts'
import type { BatchEntry, CartDeps, HeldCart, HoldCartRequest } from './cart-batch.ts'
import { settleRound } from './settle-carts.ts'
import { listCarts } from './store.ts'

/**
 * Changes many carts at once: lines are replaced and removed, places and coupon uses held, all of a cart or
 * nothing. A refused change leaves its cart as it was. The number of statements is constant.
 */
export function holdCartKind(deps: CartDeps): LaneKind<HoldCartRequest, HeldCart> {
  const ofCarts = locksForCarts<HoldCartRequest>((tx, requests) =>
    cartsNamed(
      tx,
      requests.flatMap(({ secretHashes }) => secretHashes),
    ),
  )
  return {
    name: 'hold-cart',
    ...ofCarts,
    locks: {
      ...ofCarts.locks,
      coupons: {
        ids: async (tx, requests) => [
          ...(await ofCarts.locks.coupons.ids(tx, requests)),
          ...requests.flatMap(({ couponId }) => couponId ?? []),
        ],
        lock: lockCouponRows,
      },
    },
    async settle(tx, requests) {
      const entries = await entriesOf(tx, requests)
      let rest = entries
      while (rest.length > 0) {
        const round = firstOfEachCart(rest)
        await settleRound(tx, round, deps)
        rest = rest.filter(entry => !round.includes(entry))
        for (const entry of rest) entry.cart = cartAfter(entry, round)
      }
      return entries.flatMap(({ answer }) => (answer ? [answer] : []))
    },
  }
}

async function entriesOf(tx: Tx, requests: readonly HoldCartRequest[]): Promise<BatchEntry[]> {
  const hashes = requests.flatMap(({ secretHashes }) => secretHashes)
  const carts = hashes.length === 0 ? [] : await listCarts(tx, hashes)
  const fillable = new Map(
    carts
      .filter(({ state }) => state !== 'ordered')
      .map(row => [row.token_hash.toString('hex'), row]),
  )
  return requests.map(request => {
    const secretIndex = request.secretHashes.findIndex(hash => fillable.has(hash.toString('hex')))
    const cart = fillable.get(request.secretHashes[secretIndex]?.toString('hex') ?? '')
    return { request, cart, secretIndex }
  })
}

/** Two changes of one cart in a batch: the second starts from the result of the first. */
function firstOfEachCart(entries: readonly BatchEntry[]): BatchEntry[] {
  const seen = new Set<number>()
  return entries.filter(({ cart }) => {
    if (!cart) return true
    if (seen.has(cart.id)) return false
    seen.add(cart.id)
    return true
  })
}

function cartAfter({ cart }: BatchEntry, round: readonly BatchEntry[]): Cart | undefined {
  const before = round.find(other => other.cart?.id === cart?.id)?.answer
  if (!cart || !before || !('priced' in before)) return cart
  return { ...cart, ...before.priced.cart }
}
