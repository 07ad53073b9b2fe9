import { type Insertable, sql, type Updateable } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { NetworkUses } from './rules.ts'
import { limitsColumn, placesHeldBeside, placesOrdered } from './store.limits.ts'

export const couponColumns = [
  'id',
  'slug',
  'display_name',
  'status',
  'kind',
  'amount',
  'currency',
  'starts_at',
  'ends_at',
  'usage_limit',
  'held',
  'used',
] as const

export type CouponRow = Awaited<ReturnType<typeof listCoupons>>[number]

/** Coupons with their limits and places. */
export const selectCoupons = (db: Db) =>
  db
    .selectFrom('coupons')
    .select(couponColumns)
    .select([
      limitsColumn.as('limits'),
      placesOrdered.as('places_ordered'),
      placesHeldBeside(sql`null`).as('places_held'),
    ])

export function listCoupons(db: Db) {
  return selectCoupons(db).orderBy('id').execute()
}

export function findCouponRow(db: Db, id: number) {
  return selectCoupons(db).where('id', '=', id).executeTakeFirst()
}

export function insertCoupon(db: Db, row: Insertable<Database['coupons']>) {
  return db.insertInto('coupons').values(row).returning('id').executeTakeFirstOrThrow()
}

export function updateCoupon(tx: Tx, id: number, row: Updateable<Database['coupons']>) {
  return tx.updateTable('coupons').set(row).where('id', '=', id).returning('id').executeTakeFirst()
}

/** Locks the carts and then the orders that name a coupon, each by id. */
export async function lockUsersOf(tx: Tx, id: number) {
  for (const table of ['carts', 'orders'] as const) {
    await tx
      .selectFrom(table)
      .select('id')
      .where('coupon_id', '=', id)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  }
}

/** Keeps the slug of a coupon that is about to be deleted in the locked carts that have it. */
export async function rememberLostCoupon(tx: Tx, id: number) {
  await sql`
    update carts set lost_coupon = coupons.slug from coupons
    where coupons.id = ${id} and carts.coupon_id = coupons.id and carts.state <> 'ordered'
  `.execute(tx)
}

export async function deleteCouponRow(db: Tx, id: number): Promise<boolean> {
  const gone = await db.deleteFrom('coupons').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** The coupons, locked in the order of their ids: coupons come before pools in the order of locks. */
export function lockCouponRows(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('coupons')
    .select(couponColumns)
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export type CouponHold = { cart_id: number; coupon_id: number; alive: boolean; places: number }

/** Which of the carts hold a use, and whether it has expired. Read it under the locks on coupons. */
export async function listCouponHolds(tx: Tx, cartIds: readonly number[]): Promise<CouponHold[]> {
  return tx
    .selectFrom('coupon_holds')
    .select([
      'cart_id',
      'coupon_id',
      'places',
      sql<boolean>`expires_at > clock_timestamp()`.as('alive'),
    ])
    .where('cart_id', '=', sql<number>`any(${cartIds})`)
    .execute()
}

/** How many living uses of locked coupons the carts of these networks hold. */
export async function listNetworkUses(
  tx: Tx,
  couponIds: readonly number[],
  networks: readonly string[],
): Promise<NetworkUses[]> {
  const { rows } = await sql<NetworkUses>`
    select uses.coupon_id as "couponId", carts.address as network, count(*)::int as held
    from coupon_holds uses join carts on carts.id = uses.cart_id
    where uses.coupon_id = any(${couponIds}::bigint[]) and carts.address = any(${networks}::text[])
      and uses.expires_at > clock_timestamp()
    group by uses.coupon_id, carts.address
  `.execute(tx)
  return rows
}

/** Frees the expired uses of locked coupons; returns their number for each coupon that had some. */
export async function sweepCouponHolds(tx: Tx, couponIds: readonly number[]) {
  const { rows } = await sql<{ coupon_id: number; freed: number }>`
    with gone as (
      delete from coupon_holds
      where coupon_id = any(${couponIds}) and expires_at <= clock_timestamp()
      returning coupon_id
    ), counted as (
      select coupon_id, count(*)::int as freed from gone group by coupon_id
    )
    update coupons set held = held - counted.freed from counted
    where coupons.id = counted.coupon_id
    returning coupon_id, freed
  `.execute(tx)
  return rows
}

/** `places`: null leaves the number of places as it is. */
export type NewCouponHold = {
  cart_id: number
  coupon_id: number
  expires_at: Date
  places: number | null
}

const holdRows = batchRows<NewCouponHold>(`hold (
  cart_id bigint, coupon_id bigint, expires_at timestamptz, places int)`)

/**
 * Makes the given holds the only ones of these carts; others are deleted, also those on other coupons. One
 * statement for any number of carts. All coupons concerned are locked.
 */
export async function replaceCouponHolds(
  tx: Tx,
  cartIds: readonly number[],
  holds: readonly NewCouponHold[],
) {
  await sql`
    with wanted as (
      select * from ${holdRows.of(holds)}
    ), gone as (
      delete from coupon_holds
      where cart_id = any(${cartIds})
        and not exists (select from wanted where wanted.cart_id = coupon_holds.cart_id)
      returning coupon_id
    ), former as (
      select coupon_holds.coupon_id from coupon_holds join wanted using (cart_id)
    ), kept as (
      insert into coupon_holds (cart_id, coupon_id, expires_at, places)
      select cart_id, coupon_id, expires_at, coalesce(places, (
        select places from coupon_holds former
        where former.cart_id = wanted.cart_id and former.coupon_id = wanted.coupon_id), 0)
      from wanted
      on conflict (cart_id) do update
        set coupon_id = excluded.coupon_id, expires_at = excluded.expires_at, places = excluded.places
      returning coupon_id
    ), counted as (
      select coupon_id, sum(change)::int as change from (
        select coupon_id, -1 as change from gone
        union all select coupon_id, -1 from former
        union all select coupon_id, 1 from kept
      ) as changes group by coupon_id
    )
    update coupons set held = held + counted.change from counted
    where coupons.id = counted.coupon_id and counted.change <> 0
  `.execute(tx)
}

type UseChange = { coupon_id: number; change: number }

const changeRows = batchRows<UseChange>('changes (coupon_id bigint, change int)')

/** Changes the number of uses of locked coupons, up or down. */
export async function addUses(tx: Tx, changes: readonly UseChange[]) {
  await sql`
    update coupons set used = used + changes.change
    from ${changeRows.of(changes)}
    where coupons.id = changes.coupon_id
  `.execute(tx)
}
