import type { Tx } from '../../platform/db/database.ts'
import type { CouponDesk, WantedUse } from './rules.ts'
import { countUsesOfPersons } from './store.limits.ts'

/** Orders that are neither paid nor ended: a person who has one open uses the coupon. */
const openStatuses = ['created', 'pending', 'action-req', 'approved']

export type UseOfPerson = WantedUse & { readonly email: string }

/**
 * The carts whose coupon was used as often with the e-mail address of their order as one person may use it. The coupons are locked,
 * so that nobody orders twice at once.
 */
export async function usedUpByPerson(
  tx: Tx,
  { coupons }: Pick<CouponDesk, 'coupons'>,
  uses: readonly UseOfPerson[],
): Promise<ReadonlySet<number>> {
  const most = new Map(coupons.map(({ id, limits }) => [id, limits?.per_person ?? null]))
  const limited = uses
    .filter(({ couponId, email }) => most.get(couponId) != null && email !== '')
    .map(use => ({
      cart_id: use.cartId,
      coupon_id: use.couponId,
      email: use.email.trim().toLowerCase(),
    }))
  const usedUp = new Set<number>()
  if (limited.length === 0) return usedUp
  const counts = await countUsesOfPersons(tx, limited, openStatuses)
  const here = new Map<string, number>()
  for (const [at, { cart_id, coupon_id, email }] of limited.entries()) {
    const name = `${coupon_id} ${email}`
    const before = (counts[at] ?? 0) + (here.get(name) ?? 0)
    if (before >= (most.get(coupon_id) ?? Infinity)) usedUp.add(cart_id)
    else here.set(name, (here.get(name) ?? 0) + 1)
  }
  return usedUp
}
