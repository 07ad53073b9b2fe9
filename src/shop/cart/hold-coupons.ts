import type { Tx } from '../../platform/db/database.ts'
import { refused } from '../../ticketing/inventory/lane-kind.ts'
import { couponLine } from '../coupons/lookup.ts'
import { couponRule, grantUses, type WantedUse } from '../coupons/rules.ts'
import { placesOfUse, setCouponHolds } from '../coupons/use-coupon.ts'
import type { CouponRule } from '../pricing/rules.ts'
import { emptyCart, type HeldPlan, type Plan, type Sale } from './cart-batch.ts'
import { spentRefusal } from './coupon-of-change.ts'
import type { Cart } from './lookup.ts'

/** The plans whose coupons have uses and places left, or that go on without their coupon; the others are refused. */
export function plansWithUses(plans: readonly Plan[], sale: Sale): Plan[] {
  const using = plans.filter(({ coupon }) => coupon !== undefined)
  const granted = grantUses(
    sale.desk,
    using.flatMap(plan => useOfPlan(plan, sale)),
  )
  const spent = new Set(using.filter((_, at) => granted[at] === false))
  return plans.flatMap(plan => {
    if (!spent.has(plan)) return [plan]
    const refusal = spentRefusal(plan)
    if (refusal) plan.entry.answer = refused(refusal)
    return refusal ? [] : [{ ...plan, coupon: undefined }]
  })
}

function useOfPlan({ id, lines, coupon, entry }: Plan, { network: { limits } }: Sale): WantedUse[] {
  if (!coupon) return []
  const network = limits && (entry.cart?.address ?? entry.request.networkKey)
  return [{ cartId: id, couponId: coupon.id, network, lines: lines.map(couponLine) }]
}

export type ChangedCart = { plan: Plan; cart: Cart; coupon: CouponRule | null }

/**
 * Holds a use of each cart's coupon as long as its places. A coupon that ended or is spent is removed from
 * the cart, and the response shows that.
 */
export async function holdCoupons(
  tx: Tx,
  held: readonly HeldPlan[],
  sale: Sale,
): Promise<ChangedCart[]> {
  const coupons = new Map(sale.desk.coupons.map(coupon => [coupon.id, coupon]))
  const wanted = held.flatMap(({ plan, expiresAt }) =>
    useOfPlan(plan, sale).map(use => ({
      ...use,
      expiresAt,
      places: placesOfUse(sale.desk, use),
    })),
  )
  const granted = grantUses(sale.desk, wanted)
  const uses = new Map(wanted.filter((_, at) => granted[at]).map(use => [use.cartId, use]))
  const former = held.flatMap(({ plan }) =>
    plan.entry.cart?.coupon_id == null && !plan.coupon ? [] : plan.id,
  )
  if (former.length > 0) {
    await setCouponHolds(
      tx,
      former,
      [...uses.values()].flatMap(({ expiresAt, ...use }) =>
        expiresAt ? [{ ...use, expiresAt }] : [],
      ),
    )
  }
  return held.map(({ plan, expiresAt }) => {
    const coupon = coupons.get(uses.get(plan.id)?.couponId ?? 0)
    const cart: Cart = {
      ...(plan.entry.cart ?? emptyCart(plan.id, plan.entry.request)),
      lines: plan.lines,
      coupon_id: coupon?.id ?? null,
      lost_coupon: null,
      expires_at: expiresAt,
      hold_extended: plan.extended,
      expired: false,
    }
    return { plan, cart, coupon: coupon ? couponRule(coupon) : null }
  })
}
