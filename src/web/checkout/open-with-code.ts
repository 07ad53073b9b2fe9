import { AppError } from '../../core/errors.ts'
import { couponGuess } from '../../shop/coupons/guess-coupon.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Visit } from '../kit/pages.ts'
import { refusalOf } from './refusals.ts'

/** What a visitor's code opens of an event, or why it opens nothing. */
export type Opening = { code: string; opened: readonly number[]; problem?: string }

const longest = 200

/** A code as it was sent; undefined when there is none. */
export function sentCode(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().slice(0, longest) : ''
  return code === '' ? undefined : code
}

/** Looks a visitor's code up. Wrong ones are counted, and a network that sends many is told to wait. */
export async function openingOf(
  deps: Deps,
  visit: Pick<Visit, 'address' | 'words'>,
  value: unknown,
): Promise<Opening | undefined> {
  const code = sentCode(value)
  if (code === undefined) return undefined
  try {
    const coupon = await couponGuess(deps)({ address: visit.address }, code)
    if (!coupon) throw new AppError('tickets_apply_coupon_error')
    return { code: coupon.slug, opened: coupon.limits?.opens ?? [] }
  } catch (error) {
    return { code, opened: [], problem: refusalOf(error, visit.words).text }
  }
}
