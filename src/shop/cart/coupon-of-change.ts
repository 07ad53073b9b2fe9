import { AppError } from '../../core/errors.ts'
import { couponLine } from '../coupons/lookup.ts'
import { type Coupon, couponRule, isApplicable, usesLeft } from '../coupons/rules.ts'
import { opensTicket, placesOfCoupon } from '../pricing/limits/rules.ts'
import { limitRefusal, limitSentence, placesRefusal } from './limit-sentences.ts'
import { priceCart } from './load-cart.ts'
import type { Cart } from './lookup.ts'
import type { BatchEntry, Plan, Sale } from './cart-batch.ts'

/** The coupon that a change is about: the one it brings, or the cart's own; undefined when that is not valid now. */
export function couponFor({ cart, request }: BatchEntry, sale: Sale): Coupon | undefined {
  const id = request.couponId ?? cart?.coupon_id
  const coupon = sale.desk.coupons.find(each => each.id === id)
  return coupon && isApplicable(coupon, sale) ? coupon : undefined
}

type Change = { entry: BatchEntry; cart: Cart; coupon: Coupon | undefined; sale: Sale }

/**
 * The coupon when it counts for the cart as it becomes. A coupon that the change brings is refused with the reason when it does not.
 * One that the cart has is left out, except when too many places are added: whoever adds them hears of it.
 */
export function countedCoupon({
  entry,
  cart,
  coupon,
  sale,
}: Change): Coupon | AppError | undefined {
  const isBrought = entry.request.couponId !== undefined
  if (!coupon) {
    return isBrought
      ? new AppError('tickets_apply_coupon_error', { data: { success: false } })
      : undefined
  }
  const { tickets, fees, currency } = sale
  const held = { ...cart, expires_at: entry.cart?.expires_at ?? null }
  const priced = priceCart({ cart: held, tickets, fees, coupon: couponRule(coupon), currency })
  const problem = priced.limitProblem
  if (!problem) return coupon
  if (isBrought) return limitRefusal(coupon.slug, problem)
  if (problem.kind !== 'per_order' || !addsPlaces(coupon, entry, cart)) return undefined
  return placesRefused(limitSentence(coupon.slug, problem), problem)
}

function addsPlaces(
  { limits }: Coupon,
  { cart: before }: BatchEntry,
  { lines }: Pick<Cart, 'lines'>,
) {
  const count = (of: Cart['lines']) => placesOfCoupon(limits ?? undefined, of.map(couponLine))
  return count(lines) > count(before?.lines ?? [])
}

/** Why a change cannot have its coupon any more, because others use it; undefined when it goes on without. */
export function spentRefusal({ entry, lines, coupon }: Plan): AppError | undefined {
  if (!coupon) return undefined
  const hasUses = usesLeft(coupon) > 0
  if (entry.request.couponId !== undefined) {
    return hasUses
      ? placesRefusal(coupon.slug)
      : new AppError('tickets_apply_coupon_error', { data: { success: false } })
  }
  const opens = lines.some(line => opensTicket(coupon.limits ?? undefined, line.ticket_id))
  if (!opens && !addsPlaces(coupon, entry, { lines })) return undefined
  return hasUses && coupon.limits?.max_places != null
    ? placesRefused(placesRefusal(coupon.slug).message, { kind: 'places' })
    : undefined
}

/** Places that are added beyond those of the cart's coupon: no stock is short. */
const placesRefused = (message: string, limit: object) =>
  new AppError('ticket-capacity-not-available', {
    message,
    data: { validation_errors: [], limit },
  })
