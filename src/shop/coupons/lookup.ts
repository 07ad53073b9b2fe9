import { sql } from 'kysely'
import { plainTitle } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { placesOfCoupon, type CouponLine } from '../pricing/limits/rules.ts'
import { type Coupon, isApplicable, plainCode, usesLeft } from './rules.ts'
import { couponColumns } from './store.ts'
import { limitsColumn, placesHeldBeside, placesOrdered } from './store.limits.ts'

type CouponWithPlaces = Coupon & {
  places_ordered: number
  /** Without those of the asking cart. */
  places_held: number
}

/** How many places a coupon can still be used for; Infinity without a limit. */
export const placesLeft = ({ limits, places_ordered, places_held }: CouponWithPlaces): number =>
  limits?.max_places == null
    ? Infinity
    : Math.max(0, limits.max_places - places_ordered - places_held)

/**
 * The coupon with this code, ignoring case. Its `held` counts only unexpired uses, without the asking cart's
 * own: good for display, not for a decision (see use-coupon.ts).
 */
export function findCoupon(
  db: Db,
  slug: string,
  cartId: number | null = null,
): Promise<CouponWithPlaces | undefined> {
  return (
    db
      .selectFrom('coupons')
      .select(couponColumns)
      .select(
        sql<number>`(select count(*)::int from coupon_holds
        where coupon_id = coupons.id and expires_at > clock_timestamp()
          and cart_id is distinct from ${cartId}::bigint)`.as('held'),
      )
      .select([
        limitsColumn.as('limits'),
        placesOrdered.as('places_ordered'),
        placesHeldBeside(sql`${cartId}::bigint`).as('places_held'),
      ])
      // As it came, too: former releases stored codes so.
      .where(sql`lower(slug)`, 'in', sql`(lower(${plainCode(slug)}), lower(${plainTitle(slug)}))`)
      .orderBy(sql`lower(slug) = lower(${plainTitle(slug)})`, 'desc')
      .executeTakeFirst()
  )
}

export type CouponOfCart = CouponWithPlaces & { cartId: number; usable: boolean }

type CartWithLines = {
  id: number
  coupon_id: number | null
  lines: readonly { ticket_id: number; event_id: number; quantity: number; going: boolean | null }[]
}

/**
 * The coupons of carts, and whether each counts: it is valid `at` this moment, has the cart's currency, and
 * the cart holds a use of it or could, for all its places. One statement for any number of carts.
 */
export async function couponsOfCarts(
  db: Db,
  carts: readonly CartWithLines[],
  at: { now: Date; currency: string },
): Promise<Map<number, CouponOfCart>> {
  const wanted = carts.filter(({ coupon_id }) => coupon_id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<CouponWithPlaces & { cartId: number }>`
    select cart.id as "cartId", coupons.id, slug, display_name, status, kind, amount, currency, starts_at,
      ends_at, usage_limit, used,
      (select count(*)::int from coupon_holds h where h.coupon_id = coupons.id and h.cart_id <> cart.id
        and h.expires_at > clock_timestamp()) as held,
      ${limitsColumn} as limits, ${placesOrdered} as places_ordered,
      ${placesHeldBeside(sql`cart.id`)} as places_held
    from unnest(${wanted.map(({ id }) => id)}::bigint[],
      ${wanted.map(({ coupon_id }) => coupon_id)}::bigint[]) as cart (id, coupon_id)
    join coupons on coupons.id = cart.coupon_id
  `.execute(db)
  const linesOf = new Map(wanted.map(({ id, lines }) => [id, lines.map(couponLine)]))
  const isLeft = (row: CouponWithPlaces & { cartId: number }) =>
    usesLeft(row) > 0 &&
    placesOfCoupon(row.limits ?? undefined, linesOf.get(row.cartId) ?? []) <= placesLeft(row)
  return new Map(
    rows.map(row => [row.cartId, { ...row, usable: isApplicable(row, at) && isLeft(row) }]),
  )
}

/** A line of a cart in the form in which coupons count it. */
export const couponLine = ({
  ticket_id: ticketId,
  event_id: eventId,
  quantity,
  going,
}: CartWithLines['lines'][number]): CouponLine => ({ ticketId, eventId, quantity, going })
