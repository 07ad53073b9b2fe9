import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findCoupon } from '../coupons/lookup.ts'
import { grantUses, isRunning } from '../coupons/rules.ts'
import { lockCoupons, setCouponHolds } from '../coupons/use-coupon.ts'
import { loadPricedCart, type PricedCart } from './load-cart.ts'
import { countsIn } from '../pricing/rules.ts'
import { type Cart, lockCarts } from './lookup.ts'
import { setCartCoupon } from './store.ts'

export type CouponChange = {
  slug: string
  /** The secrets that came with the request, the one to prefer first. */
  cartHashes: readonly string[]
}

export type CouponChanged = {
  cartHash: string
  before: PricedCart
  after: PricedCart
  /** The slug as the coupon spells it. */
  slug: string
}

/**
 * Gives a cart a coupon in place of any other, and holds a use of it as long as the cart holds its places. Fails with
 * `tickets_apply_coupon_error` when the coupon does not run, its uses are spent, or there is no such cart.
 */
export function applyCoupon(deps: Deps, change: CouponChange): Promise<CouponChanged> {
  return changeCoupon(deps, change, async (tx, cart, couponId) => {
    const wanted = [{ cartId: cart.id, couponId }]
    const stored = cart.coupon_id === null ? [] : [{ cartId: cart.id, couponId: cart.coupon_id }]
    const desk = await lockCoupons(tx, [...wanted, ...stored])
    const coupon = desk.coupons.find(({ id }) => id === couponId)
    const { currency } = deps.config
    if (coupon && !countsIn(coupon, currency)) {
      refuseCoupon(
        `This coupon takes off an amount of ${coupon.currency}; this cart is in ${currency}.`,
      )
    }
    if (
      !coupon ||
      !isRunning(coupon, deps.clock.now()) ||
      grantUses(desk, wanted).includes(false)
    ) {
      refuseCoupon()
    }
    const { expires_at: expiresAt, expired } = cart
    const holds = expiresAt === null || expired ? [] : wanted.map(use => ({ ...use, expiresAt }))
    await setCouponHolds(tx, [cart.id], holds)
    await setCartCoupon(tx, cart.id, couponId)
  })
}

/** Takes a coupon from a cart; a cart that has another one, or none, stays as it is. */
export function removeCoupon(deps: Deps, change: CouponChange): Promise<CouponChanged> {
  return changeCoupon(deps, change, async (tx, cart, couponId) => {
    if (cart.coupon_id !== couponId) return
    await lockCoupons(tx, [{ cartId: cart.id, couponId }])
    await setCouponHolds(tx, [cart.id], [])
    await setCartCoupon(tx, cart.id, null)
  })
}

type Change = (tx: Tx, cart: Cart, couponId: number) => Promise<void>

async function changeCoupon(
  deps: Deps,
  { slug, cartHashes }: CouponChange,
  change: Change,
): Promise<CouponChanged> {
  const coupon = await findCoupon(deps.db, slug)
  if (coupon?.status !== 'active') refuseCoupon()
  const found = await deps.findCart(cartHashes)
  if (!found) refuseCoupon('There is no such cart.')
  return transaction(deps.db, async tx => {
    const pricing = { now: deps.clock.now(), currency: deps.config.currency }
    const [cart] = await lockCarts(tx, [found.cart.id])
    if (!cart || cart.state === 'ordered') refuseCoupon('The cart was ordered already.')
    const before = await loadPricedCart(tx, cart, pricing)
    await change(tx, cart, coupon.id)
    const [changed = cart] = await lockCarts(tx, [cart.id])
    const after = await loadPricedCart(tx, changed, pricing)
    return { cartHash: found.cartHash, before, after, slug: coupon.slug }
  })
}

/** One refusal for every cause, so that guessing learns nothing. */
function refuseCoupon(message?: string): never {
  fail('tickets_apply_coupon_error', {
    ...(message === undefined ? {} : { message }),
    data: { success: false },
  })
}
