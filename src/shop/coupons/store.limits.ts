import { type RawBuilder, sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { CouponLimits } from '../pricing/limits/rules.ts'
import type { PlacesOfCoupon } from './rules.ts'

/** The limits of the coupon of a row, as JSON; null without any. */
export const limitsColumn = sql<CouponLimits | null>`(
  select to_jsonb(l) - 'coupon_id' - 'batch_id' from coupon_limits l where l.coupon_id = coupons.id)`

/** For how many places the coupon of a row was ordered; triggers on `order_coupons` keep it. */
export const placesOrdered = sql<number>`
  coalesce((select ordered from coupon_places p where p.coupon_id = coupons.id), 0)`

/** For how many places other carts than `cart` hold the coupon of a row. */
export const placesHeldBeside = (cart: ReturnType<typeof sql>) => sql<number>`(
  select coalesce(sum(h.places), 0)::int from coupon_holds h
  where h.coupon_id = coupons.id and h.cart_id is distinct from ${cart} and h.expires_at > clock_timestamp())`

/** The limits of these coupons; those without any are missing. */
export async function limitsOf(
  db: Db,
  couponIds: readonly number[],
): Promise<Map<number, CouponLimits>> {
  const { rows } = await sql<{ id: number; limits: CouponLimits }>`
    select coupon_id as id, to_jsonb(l) - 'coupon_id' - 'batch_id' as limits from coupon_limits l
    where coupon_id = any(${couponIds}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, limits }) => [id, limits]))
}

/**
 * For how many places these locked coupons were ordered and are held. One statement, so that a hold that expires meanwhile counts
 * once or not at all.
 */
export async function readPlaces(
  tx: Tx,
  couponIds: readonly number[],
  cartIds: readonly number[],
): Promise<PlacesOfCoupon[]> {
  type Row = { couponId: number; ordered: number; held: Record<string, number> | null }
  const { rows } = await sql<Row>`
    select coupons.id as "couponId", ${placesOrdered} as ordered, (
      select json_object_agg(cart, places) from (
        select case when cart_id = any(${cartIds}::bigint[]) then cart_id else 0 end as cart, sum(places)::int as places
        from coupon_holds h where h.coupon_id = coupons.id and h.expires_at > clock_timestamp() group by 1) own
      ) as held
    from coupons where id = any(${couponIds}::bigint[])
  `.execute(tx)
  return rows.map(({ held, ...row }) => ({
    ...row,
    held: new Map(Object.entries(held ?? {}).map(([cart, places]) => [Number(cart), places])),
  }))
}

/** Writes the limits of a coupon; they replace others. */
export async function setLimits(tx: Tx, couponId: number, limits: CouponLimits) {
  const row = {
    ...limits,
    event_ids: [...limits.event_ids],
    ticket_ids: [...limits.ticket_ids],
    opens: [...limits.opens],
  }
  await tx
    .insertInto('coupon_limits')
    .values({ coupon_id: couponId, ...row })
    .onConflict(conflict => conflict.column('coupon_id').doUpdateSet(row))
    .execute()
}

export type OrderCoupon = {
  order_id: number
  coupon_id: number
  ticket_ids: number[]
  places: number
  counted: boolean
}

/** Keeps what limited coupons count for in orders; what was kept for them before is replaced. */
export async function keepOrderCoupons(tx: Tx, rows: readonly OrderCoupon[]) {
  if (rows.length === 0) return
  await sql`
    insert into order_coupons (order_id, coupon_id, ticket_ids, places, counted)
    select order_id, coupon_id, array(select json_array_elements_text(ticket_ids)::bigint), places, counted
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as used (order_id bigint, coupon_id bigint, ticket_ids json, places int, counted boolean)
    on conflict (order_id) do update set coupon_id = excluded.coupon_id, ticket_ids = excluded.ticket_ids,
      places = excluded.places, counted = excluded.counted
  `.execute(tx)
}

/** An open order has another coupon now, or none. */
export async function forgetOrderCoupon(tx: Tx, orderId: number) {
  await tx.deleteFrom('order_coupons').where('order_id', '=', orderId).execute()
}

/** Counts the places of these orders as used, or not any more. */
export async function countOrderCoupons(tx: Tx, orderIds: readonly number[], counted: boolean) {
  if (orderIds.length === 0) return
  await sql`
    update order_coupons set counted = ${counted} where order_id = any(${[...orderIds]}::bigint[])
  `.execute(tx)
}

export type PersonsUse = { cart_id: number; coupon_id: number; email: string }

const personRows = batchRows<PersonsUse>(`asked (cart_id bigint, coupon_id bigint, email text)`)

/** How many orders of other carts, open or completed, use a coupon with an e-mail address; in the order of `uses`. */
export async function countUsesOfPersons(
  tx: Tx,
  uses: readonly PersonsUse[],
  openStatuses: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ uses: number }>`
    select (
      select count(*)::int from orders o
      where o.coupon_id = asked.coupon_id and lower(o.purchaser_email) = asked.email
        and o.cart_id is distinct from asked.cart_id
        and (o.coupon_use = 'used' or (o.coupon_use = 'held' and o.status = any(${[...openStatuses]}::text[])))
    ) as uses
    from ${personRows.inOrder(uses)} as asked (cart_id, coupon_id, email, n) order by n
  `.execute(tx)
  return rows.map(({ uses }) => uses)
}

type LimitLists = Readonly<Record<'events' | 'tickets' | 'opens', readonly number[]>>

/** The ids of these lists that name no event, no ticket and no hidden ticket. */
export async function missingIn(
  db: Db,
  { events, tickets, opens }: LimitLists,
): Promise<{ list: keyof LimitLists; ids: number[] }[]> {
  const lost = (list: keyof LimitLists, ids: readonly number[], record: RawBuilder<unknown>) => sql`
    select ${list}::text as list, array_agg(id order by id) as ids
    from unnest(${[...ids]}::bigint[]) as asked (id) where not exists (${record}) having count(*) > 0`
  const { rows } = await sql<{ list: keyof LimitLists; ids: number[] }>`
    ${lost('events', events, sql`select from events e where e.id = asked.id`)}
    union all ${lost('tickets', tickets, sql`select from tickets t where t.id = asked.id`)}
    union all ${lost('opens', opens, sql`select from hidden_tickets h where h.ticket_id = asked.id`)}
  `.execute(db)
  return rows
}
