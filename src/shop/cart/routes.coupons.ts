import type { Deps } from '../deps.ts'
import { Answer } from '../../platform/http/answer.ts'
import type { RequestInfo } from '../../platform/http/request.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { ShopAdditions } from '../additions.ts'
import { findCoupon } from '../coupons/lookup.ts'
import { isRunning, usesLeft } from '../coupons/rules.ts'
import { applyCoupon, type CouponChanged, refuseCoupon, removeCoupon } from './apply-coupon.ts'
import { cartCookieHeader, sentCartHashes } from './cart-hash.ts'
import { Applied, CartCouponBody, CouponBody, Removed, Validity } from './schema.ts'
import { moneyHtml } from './view.ts'

/** The last ones come of a payment that is open for the cart: it is brought to the new total. */
const couponErrors = [
  'tickets_apply_coupon_error',
  'rest_too_many_requests',
  'tec-tc-empty-cart',
  'tec-tc-insufficient-stock',
  'too-many-holds',
  'sale-is-busy',
  'attendee-names-missing',
  'order-move-not-allowed',
  'payment-provider-unavailable',
] as const

/** What buyers do with coupons. */
export function cartCouponRoutes(api: Api, deps: Deps, additions: ShopAdditions) {
  const guess = couponGuess(deps)
  validateRoute(api, deps, guess)
  // After the commit: a payment that is open for this cart must ask for the new total.
  const repriced = async <C extends Pick<CouponChanged, 'after'>>(changed: C) => {
    const { cart } = changed.after
    if (cart.state === 'paying') await additions.reprice(cart.id)
    return changed
  }
  route(api, {
    method: 'POST',
    path: '/coupons/apply',
    summary: 'Give the cart a coupon, in place of any other',
    access: 'public',
    body: CartCouponBody,
    returns: Applied,
    errors: couponErrors,
    handle: async ({ body, request }) => {
      await guess(request, body.coupon)
      const changed = await repriced(await applyCoupon(deps, changeOf(request, body)))
      const { totals } = changed.after
      return answer(deps, changed, {
        discount: moneyHtml(-totals.discountMinor, totals.currency),
        label: changed.slug,
        message: `Coupon "${changed.slug}" applied.`,
      })
    },
  })
  route(api, {
    method: 'POST',
    path: '/coupons/remove',
    summary: 'Take a coupon from the cart',
    access: 'public',
    body: CartCouponBody,
    returns: Removed,
    errors: couponErrors,
    handle: async ({ body, request }) => {
      const changed = await repriced(await removeCoupon(deps, changeOf(request, body)))
      // One that is not in the cart is a guess, as it is when it is applied.
      const slug = changed.slug ?? (await guess(request, body.coupon))?.slug ?? refuseCoupon()
      return answer(deps, changed, { message: `Coupon "${slug}" removed.` })
    },
  })
}

function validateRoute(api: Api, { findCart }: Deps, guess: CouponGuess) {
  route(api, {
    method: 'POST',
    path: '/coupons/validate',
    summary: 'Whether a coupon could be used now',
    access: 'public',
    body: CouponBody,
    returns: Validity,
    errors: ['rest_too_many_requests'],
    handle: async ({ body, request }) => {
      const found = await findCart(sentCartHashes(request.cookies, undefined))
      const coupon = await guess(request, body.coupon, found?.cart.id)
      return { valid: coupon !== undefined && usesLeft(coupon) > 0 }
    },
  })
}

type Sent = { coupon: string; cart_hash: string }

const changeOf = (request: RequestInfo, { coupon, cart_hash }: Sent) => ({
  slug: coupon,
  cartHashes: sentCartHashes(request.cookies, cart_hash),
})

function answer<T extends object>(
  { publicRoot }: Deps,
  { before, after, cartHash }: Omit<CouponChanged, 'slug'>,
  extras: T,
) {
  const { totalMinor, currency } = after.totals
  const body = {
    success: true,
    ...extras,
    cartAmount: moneyHtml(totalMinor, currency),
    doReload: (before.totals.totalMinor === 0) !== (totalMinor === 0),
  }
  return new Answer(body, { headers: { 'set-cookie': cartCookieHeader(cartHash, publicRoot) } })
}

type FoundCoupon = Awaited<ReturnType<typeof findCoupon>>
type CouponGuess = (request: RequestInfo, slug: string, cartId?: number) => Promise<FoundCoupon>

/** Looks a coupon up. Codes are short: a network that names many that are none, or not running, has to wait. */
function couponGuess({ db, clock, attempts }: Deps): CouponGuess {
  return ({ address }, slug, cartId) =>
    attempts.judge('coupon', { target: 'any', address }, async () => {
      const coupon = await findCoupon(db, slug, cartId)
      return coupon && isRunning(coupon, clock.now()) ? coupon : undefined
    })
}
