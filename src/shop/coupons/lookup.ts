import { sql } from 'kysely'
import { plainTitle } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Coupon, isApplicable, usesLeft } from './rules.ts'
import { couponColumns } from './store.ts'

/**
 * The coupon with this code, ignoring case. Its `held` counts only unexpired uses, without the asking cart's
 * own: good for display, not for a decision (see use-coupon.ts).
 */
export function findCoupon(
  db: Db,
  slug: string,
  cartId: number | null = null,
): Promise<Coupon | undefined> {
  return db
    .selectFrom('coupons')
    .select(couponColumns)
    .select(
      sql<number>`(select count(*)::int from coupon_holds
        where coupon_id = coupons.id and expires_at > clock_timestamp()
          and cart_id is distinct from ${cartId}::bigint)`.as('held'),
    )
    .where(sql`lower(slug)`, '=', sql`lower(${plainTitle(slug)})`)
    .executeTakeFirst()
}

export type CouponOfCart = Coupon & { cartId: number; usable: boolean }

/**
 * The coupons of carts, and whether each counts: it is valid `at` this moment, has the cart's currency, and
 * the cart holds a use of it or could. One statement for any number of carts.
 */
export async function couponsOfCarts(
  db: Db,
  carts: readonly { id: number; coupon_id: number | null }[],
  at: { now: Date; currency: string },
): Promise<Map<number, CouponOfCart>> {
  const wanted = carts.filter(({ coupon_id }) => coupon_id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Coupon & { cartId: number }>`
    select cart.id as "cartId", c.id, c.slug, c.display_name, c.status, c.kind, c.amount, c.currency, c.starts_at,
      c.ends_at, c.usage_limit, c.used,
      (select count(*)::int from coupon_holds h where h.coupon_id = c.id and h.cart_id <> cart.id
        and h.expires_at > clock_timestamp()) as held
    from unnest(${wanted.map(({ id }) => id)}::bigint[],
      ${wanted.map(({ coupon_id }) => coupon_id)}::bigint[]) as cart (id, coupon_id)
    join coupons c on c.id = cart.coupon_id
  `.execute(db)
  return new Map(
    rows.map(row => [row.cartId, { ...row, usable: isApplicable(row, at) && usesLeft(row) > 0 }]),
  )
}
