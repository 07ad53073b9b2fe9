import type { Deps } from '../deps.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { ShopAdditions } from '../additions.ts'
import { placesLeft } from '../coupons/lookup.ts'
import { usesLeft } from '../coupons/rules.ts'
import {
  applyCoupon,
  type CouponChange,
  type CouponChanged,
  refuseCoupon,
  removeCoupon,
} from './apply-coupon.ts'
import { cartCookieHeader, sentCartSecrets } from './cart-secret.ts'
import { type CouponGuess, couponGuess } from '../coupons/guess-coupon.ts'
import { Applied, CartCouponBody, CouponBody, Removed, Validity } from './schema.ts'
import { moneyHtml } from './view.ts'

/** The last three come from a payment that is open for the cart: its amount is changed to the new total. */
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

/** The buyer's routes of coupons. */
export function cartCouponRoutes(api: Api, deps: Deps, additions: ShopAdditions) {
  const guess = couponGuess(deps)
  validateRoute(api, deps, guess)
  // A change that is refused must leave the cart with its coupon, and the coupon with its use.
  const demandUnpaid = async ({ cartSecrets }: CouponChange) => {
    const cartFound = await deps.findCart(cartSecrets)
    if (cartFound?.cart.state === 'paying') await additions.demandUnpaid(cartFound.cart.id)
  }
  // Runs after the commit: a payment open for this cart must charge the new total.
  const repriced = async <C extends Pick<CouponChanged, 'after'>>(changed: C) => {
    const { cart } = changed.after
    if (cart.state === 'paying') await additions.reprice(cart.id)
    return changed
  }
  route(api, {
    method: 'POST',
    path: '/coupons/apply',
    operation: 'applyCoupon',
    summary: 'Apply a coupon to the cart, in place of another one',
    access: 'public',
    body: CartCouponBody,
    returns: Applied,
    errors: couponErrors,
    handle: async ({ body, request }) => {
      await guess(request, body.coupon)
      const change = changeOf(request, body)
      await demandUnpaid(change)
      const changed = await repriced(await applyCoupon(deps, change))
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
    operation: 'removeCoupon',
    summary: 'Remove a coupon from the cart',
    access: 'public',
    body: CartCouponBody,
    returns: Removed,
    errors: couponErrors,
    handle: async ({ body, request }) => {
      const change = changeOf(request, body)
      await demandUnpaid(change)
      const changed = await repriced(await removeCoupon(deps, change))
      // A coupon that is not in the cart counts as a guess, the same as when applying one.
      const slug = changed.slug ?? (await guess(request, body.coupon))?.slug ?? refuseCoupon()
      return answer(deps, changed, { message: `Coupon "${slug}" removed.` })
    },
  })
}

function validateRoute(api: Api, { findCart }: Deps, guess: CouponGuess) {
  route(api, {
    method: 'POST',
    path: '/coupons/validate',
    operation: 'validateCoupon',
    summary: 'Whether a coupon can be used now',
    access: 'public',
    body: CouponBody,
    returns: Validity,
    errors: ['rest_too_many_requests'],
    handle: async ({ body, request }) => {
      const cartFound = await findCart(sentCartSecrets(request.cookies, undefined))
      const coupon = await guess(request, body.coupon, cartFound?.cart.id)
      return { valid: coupon !== undefined && usesLeft(coupon) > 0 && placesLeft(coupon) > 0 }
    },
  })
}

type CouponRequest = { coupon: string; cart_hash: string }

const changeOf = (request: RequestInfo, { coupon, cart_hash }: CouponRequest): CouponChange => ({
  slug: coupon,
  cartSecrets: sentCartSecrets(request.cookies, cart_hash),
})

function answer<T extends object>(
  { publicRoot }: Deps,
  { before, after, cartSecret }: Omit<CouponChanged, 'slug'>,
  extras: T,
) {
  const { totalMinor, currency } = after.totals
  const body = {
    success: true,
    ...extras,
    cartAmount: moneyHtml(totalMinor, currency),
    doReload: (before.totals.totalMinor === 0) !== (totalMinor === 0),
  }
  return new Answer(body, { headers: { 'set-cookie': cartCookieHeader(cartSecret, publicRoot) } })
}
