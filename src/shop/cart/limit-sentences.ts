import { AppError } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import type { LimitProblem } from '../pricing/limits/rules.ts'

/** Why a coupon does not count, as a sentence for clients, and as data for pages that say it in the buyer's language. */
export function limitSentence(coupon: string, problem: LimitProblem): string {
  if (problem.kind === 'minimum') {
    const least = `${formatDecimal(problem)} ${problem.currency}`
    return `Coupon "${coupon}" counts for orders of ${least} or more.`
  }
  if (problem.kind === 'per_order') {
    return `Coupon "${coupon}" is for at most ${problem.most} places in one order.`
  }
  return `Coupon "${coupon}" is for other tickets than those in the cart.`
}

/** The refusal of a coupon whose limits what is in the cart does not meet. */
export const limitRefusal = (coupon: string, problem: LimitProblem) =>
  new AppError('tickets_apply_coupon_error', {
    message: limitSentence(coupon, problem),
    data: { success: false, coupon, limit: problem },
  })

/** The refusal when others took the places of a coupon. */
export const placesRefusal = (coupon: string) =>
  new AppError('tickets_apply_coupon_error', {
    message: `Coupon "${coupon}" has fewer places left than the cart asks for.`,
    data: { success: false, coupon, limit: { kind: 'places' } },
  })
