import type { RequestInfo } from '../../platform/http/request/request.ts'
import { findCoupon } from './lookup.ts'
import { isRunning } from './rules.ts'
import type { Deps } from '../deps.ts'

type FoundCoupon = Awaited<ReturnType<typeof findCoupon>>
export type CouponGuess = (
  request: Pick<RequestInfo, 'address'>,
  slug: string,
  cartId?: number,
) => Promise<FoundCoupon>

/** Finds a coupon by its code. Codes are short, so a network that sends many wrong or inactive ones has to wait. */
export function couponGuess({ db, clock, attempts }: Deps): CouponGuess {
  return ({ address }, slug, cartId) =>
    attempts.judge('coupon', { target: 'any', address }, async () => {
      const coupon = await findCoupon(db, slug, cartId)
      return coupon && isRunning(coupon, clock.now()) ? coupon : undefined
    })
}
