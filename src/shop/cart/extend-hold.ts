import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { extendHolds } from '../../ticketing/inventory/extend-holds.ts'
import { lockCoupons, setCouponHolds } from '../coupons/use-coupon.ts'
import { type Cart, lockCarts } from './lookup.ts'
import { lastExtension, mayExtend } from './rules.ts'
import { countExtension, setCartExpiry } from './store.ts'

/**
 * Extends a cart's holds to a whole hold time from now, at most twice and never beyond `lastExtension` (contract.md 26.4). Returns whether it did.
 * Expired holds are not taken again.
 */
export function extendHold(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  cartId: number,
): Promise<boolean> {
  return transaction(db, async tx => {
    const [cart] = await lockCarts(tx, [cartId])
    if (!cart || !mayExtend(cart)) return false
    return extend(tx, cart, config.holdMinutes * 60)
  })
}

async function extend(tx: Tx, cart: Cart, leastSeconds: number): Promise<boolean> {
  const use = cart.coupon_id === null ? [] : [{ cartId: cart.id, couponId: cart.coupon_id }]
  await lockCoupons(tx, use)
  const held = { cartId: cart.id, notAfter: lastExtension(cart, leastSeconds) }
  const ends = await extendHolds(tx, [held], { leastSeconds })
  const expiresAt = ends.get(cart.id)
  if (!expiresAt) return false
  if (use.length > 0) {
    await setCouponHolds(
      tx,
      [cart.id],
      use.map(held => ({ ...held, expiresAt })),
    )
  }
  await setCartExpiry(tx, cart.id, { expiresAt, extended: cart.hold_extended })
  await countExtension(tx, cart.id)
  return true
}
