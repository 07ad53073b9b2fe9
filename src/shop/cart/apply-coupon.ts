import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findCoupon } from '../coupons/lookup.ts'
import {
  type CouponDesk,
  grantUses,
  isRunning,
  plainCode,
  usesLeft,
  type WantedUse,
} from '../coupons/rules.ts'
import { couponLine } from '../coupons/lookup.ts'
import { lockCoupons, placesOfUse, setCouponHolds } from '../coupons/use-coupon.ts'
import { loadPricedCart, type PricedCart } from './load-cart.ts'
import { limitRefusal, placesRefusal } from './limit-sentences.ts'
import { countsIn } from '../pricing/rules.ts'
import { type Cart, isStillNamed, lockCarts } from './lookup.ts'
import { networkLimits } from './network-limits.ts'
import { setCartCoupon } from './store.ts'

export type CouponChange = {
  slug: string
  /** The cart secrets of the request; the first that names a cart counts. */
  cartSecrets: readonly string[]
}

export type CouponChanged = {
  cartSecret: string
  before: PricedCart
  after: PricedCart
  /** The slug with the coupon's own spelling. */
  slug: string
}

/**
 * Applies a coupon to a cart and replaces another one. The cart holds a use of it as long as it holds its places.
 * Fails with `tickets_apply_coupon_error` when the coupon is not valid now, has no uses left, or the cart does not
 * exist, and with `too-many-holds` when other carts of the network hold its share of the uses.
 */
export async function applyCoupon(deps: Deps, change: CouponChange): Promise<CouponChanged> {
  const coupon = await findCoupon(deps.db, change.slug)
  if (coupon?.status !== 'active') refuseCoupon()
  const couponId = coupon.id
  const changed = await changeCart(deps, change.cartSecrets, async (tx, { cart }) => {
    const network = networkLimits(deps.config) && cart.address
    const wanted = { cartId: cart.id, couponId, network, lines: cart.lines.map(couponLine) }
    const stored = cart.coupon_id === null ? [] : [{ cartId: cart.id, couponId: cart.coupon_id }]
    const desk = await lockCoupons(tx, [wanted, ...stored])
    await demandCounting(deps, tx, { desk, wanted, cart })
    const { expires_at: expiresAt, expired } = cart
    const places = placesOfUse(desk, wanted)
    const holds =
      expiresAt === null || expired ? [] : [{ cartId: cart.id, couponId, expiresAt, places }]
    await setCouponHolds(tx, [cart.id], holds)
    await setCartCoupon(tx, cart.id, couponId)
  })
  return { ...changed, slug: coupon.slug }
}

type Applying = { desk: CouponDesk; wanted: WantedUse; cart: Cart }

/** Fails unless the coupon is valid now, counts for what is in the cart, and has uses and places left for it. */
async function demandCounting(
  { clock, config: { currency } }: Deps,
  tx: Tx,
  { desk, wanted, cart }: Applying,
) {
  const now = clock.now()
  const current = desk.coupons.find(({ id }) => id === wanted.couponId)
  if (current && !countsIn(current, currency)) {
    refuseCoupon(`This coupon's amount is in ${current.currency}, but the cart is in ${currency}.`)
  }
  if (!current || !isRunning(current, now)) refuseCoupon()
  const tried = { ...cart, coupon_id: current.id, lost_coupon: null }
  const { limitProblem: problem } = await loadPricedCart(tx, tried, { now, currency })
  if (problem) throw limitRefusal(current.slug, problem)
  if (!grantUses(desk, [wanted]).includes(false)) return
  if (grantUses({ ...desk, ofNetworks: [] }, [wanted]).every(Boolean)) refuseForNetwork(current)
  if (usesLeft(current) > 0) throw placesRefusal(current.slug)
  refuseCoupon()
}

/**
 * Removes the coupon from a cart, also one that was switched off, ended, spent or deleted (contract.md 8.2b).
 * A cart with another coupon or none stays as it is, and `slug` is missing in the result. Fails with
 * `tickets_apply_coupon_error` when there is no such cart.
 */
export async function removeCoupon(
  deps: Deps,
  { slug, cartSecrets }: CouponChange,
): Promise<Omit<CouponChanged, 'slug'> & { slug: string | undefined }> {
  const wanted = plainCode(slug).toLowerCase()
  let removed: string | undefined
  const changed = await changeCart(deps, cartSecrets, async (tx, { cart, coupon, lostCoupon }) => {
    const own = coupon ?? lostCoupon
    removed = own && plainCode(own).toLowerCase() === wanted ? own : undefined
    if (removed === undefined) return
    const couponId = cart.coupon_id
    await lockCoupons(tx, couponId === null ? [] : [{ cartId: cart.id, couponId }])
    await setCouponHolds(tx, [cart.id], [])
    await setCartCoupon(tx, cart.id, null)
  })
  return { ...changed, slug: removed }
}

/** Uses are left, but the carts of this network hold their share of them. */
function refuseForNetwork({ slug }: { slug: string }): never {
  fail('too-many-holds', {
    message: `Other carts from your network hold as many uses of coupon "${slug}" as one network may hold at the same time; order or empty one of them first.`,
    data: { coupon: slug },
    retryAfterSeconds: 60,
  })
}

type Change = (tx: Tx, before: PricedCart) => Promise<void>

async function changeCart(deps: Deps, cartSecrets: readonly string[], change: Change) {
  const cartFound = await deps.findCart(cartSecrets)
  if (!cartFound) refuseCoupon('There is no such cart.')
  return transaction(deps.db, async tx => {
    const pricing = { now: deps.clock.now(), currency: deps.config.currency }
    const [cart] = await lockCarts(tx, [cartFound.cart.id])
    if (!cart || !isStillNamed(cart, cartFound.cart)) refuseCoupon('There is no such cart.')
    if (cart.state === 'ordered') refuseCoupon('This cart has already been ordered.')
    const before = await loadPricedCart(tx, cart, pricing)
    await change(tx, before)
    const [changed = cart] = await lockCarts(tx, [cart.id])
    const after = await loadPricedCart(tx, changed, pricing)
    return { cartSecret: cartFound.cartSecret, before, after }
  })
}

/** One message for every cause, so that guessing reveals nothing. */
export function refuseCoupon(message?: string): never {
  fail('tickets_apply_coupon_error', {
    ...(message === undefined ? {} : { message }),
    data: { success: false },
  })
}
