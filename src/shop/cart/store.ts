import { sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/planned-anew.ts'
import type { HoldingCart } from './network-limits.ts'
import type { CartLine } from './rules.ts'

export type CartState = 'open' | 'paying' | 'ordered'

export type CartRow = {
  id: number
  /** The stored hash of the secret that names it. */
  token_hash: Buffer
  /** The network that it was filled from, as a keyed hash; blank for staff. */
  address: string
  state: CartState
  lines: CartLine[]
  coupon_id: number | null
  /** The slug of the cart's coupon, when the coupon was deleted. */
  lost_coupon: string | null
  /** When its holds expire; null while it holds nothing. */
  expires_at: Date | null
  /** When its holds began. */
  held_since: Date | null
  /** Whether the start of a payment extended them. */
  hold_extended: boolean
  /** How often its buyer extended its holds. */
  hold_extensions: number
  /** Whether its holds have expired, by the database's clock. */
  expired: boolean
  /** Whether answers wait with it. */
  answered: boolean
}

const columns = sql`
  carts.id, carts.token_hash, carts.address, carts.state, carts.lines, carts.coupon_id, carts.lost_coupon, carts.expires_at, carts.held_since,
  carts.hold_extended, carts.hold_extensions, coalesce(carts.expires_at <= clock_timestamp(), false) as expired,
  exists (select from cart_answers a where a.cart_id = carts.id) as answered
`

/** An open cart not used for a day counts as deleted, even before the job has deleted it. */
const remembered = sql`(
  carts.state <> 'open' or carts.updated_at > clock_timestamp() - interval '24 hours'
)`

/**
 * Carts by the stored hashes of their secrets. (Planned anew each time, because the table grows fast at the
 * start of a sale.)
 */
export async function listCarts(db: Db, secretHashes: readonly Buffer[]): Promise<CartRow[]> {
  const { rows } = await plannedAnew(sql<CartRow>`
    select ${columns} from carts
    where token_hash = any(${secretHashes}::bytea[]) and ${remembered}
  `).execute(db)
  return rows
}

/** The ids of carts by the stored hashes of their secrets. */
export async function cartIdsOf(tx: Tx, secretHashes: readonly Buffer[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from carts where token_hash = any(${secretHashes}::bytea[])
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The events of which locked carts have lines or holds. */
export async function eventIdsOf(tx: Tx, cartIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (line->>'event_id')::bigint as id from carts, jsonb_array_elements(lines) as line
    where carts.id = any(${cartIds}::bigint[])
    union select event_id from holds
    where cart_id = any(${cartIds}::bigint[]) and state in ('open', 'expired')
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The coupons of locked carts, and coupons of which they still hold a use. */
export async function couponIdsOf(tx: Tx, cartIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select coupon_id as id from carts
    where id = any(${cartIds}::bigint[]) and coupon_id is not null
    union select coupon_id from coupon_holds where cart_id = any(${cartIds}::bigint[])
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function lockCartRows(tx: Tx, ids: readonly number[]): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`
    select ${columns} from carts where id = any(${ids}::bigint[])
    order by id for no key update
  `.execute(tx)
  return rows
}

/** New ids for carts that are about to be written. */
export async function nextCartIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('carts', 'id'))::bigint as id
    from generate_series(1, ${count}::int)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The carts of these addresses that hold places, with their holds. Read it under the locks. */
export async function readOpenCarts(tx: Tx, addresses: readonly string[]): Promise<HoldingCart[]> {
  const { rows } = await sql<HoldingCart>`
    select id, address, coalesce((
        select json_agg(json_build_object('pool_id', pool_id, 'quantity', quantity))
        from holds where cart_id = carts.id and state = 'open' and expires_at > clock_timestamp()
      ), '[]') as held
    from carts
    where address = any(${addresses}::text[]) and expires_at > clock_timestamp()
  `.execute(tx)
  return rows
}

export type WrittenCart = {
  id: number
  /** Hexadecimal. Only stored for a new cart. */
  token_hash: string
  address: string
  lines: CartLine[]
  coupon_id: number | null
  expires_at: Date | null
  hold_extended: boolean
}

const heldSince = sql`case when expires_at is not null then clock_timestamp() end`

const cartRows = batchRows<WrittenCart>(`cart (
  id bigint, token_hash text, address text, lines jsonb, coupon_id bigint,
  expires_at timestamptz, hold_extended boolean)`)

/** Writes any number of carts, new and changed ones, in one statement. */
export async function writeCarts(tx: Tx, carts: readonly WrittenCart[]) {
  await sql`
    insert into carts (id, token_hash, address, lines, coupon_id, expires_at, held_since, hold_extended)
    select id, decode(token_hash, 'hex'), address, lines, coupon_id, expires_at, ${heldSince}, hold_extended
    from ${cartRows.of(carts)}
    on conflict (id) do update set
      address = excluded.address, lines = excluded.lines, coupon_id = excluded.coupon_id, lost_coupon = null,
      expires_at = excluded.expires_at, hold_extended = excluded.hold_extended,
      held_since = case when carts.expires_at > clock_timestamp() and excluded.expires_at is not null
        then carts.held_since else excluded.held_since end,
      hold_extensions = case when carts.expires_at > clock_timestamp() then carts.hold_extensions else 0 end,
      updated_at = clock_timestamp()
  `.execute(tx)
}

export async function countExtension(tx: Tx, cartId: number) {
  await sql`update carts set hold_extensions = hold_extensions + 1 where id = ${cartId}`.execute(tx)
}

export async function setCartCoupon(tx: Tx, cartId: number, couponId: number | null) {
  await sql`
    update carts set coupon_id = ${couponId}, lost_coupon = null, updated_at = clock_timestamp() where id = ${cartId}
  `.execute(tx)
}

/**
 * Gives an unordered cart another secret; the former one names nothing from then on. Whoever waited for the cart's lock
 * with the former secret finds it changed.
 */
export async function renameCart(db: Db, { from, to }: { from: Buffer; to: Buffer }) {
  await sql`
    update carts set token_hash = ${to} where token_hash = ${from} and state <> 'ordered'
  `.execute(db)
}

export async function setCartStates(tx: Tx, cartIds: readonly number[], state: CartState) {
  await sql`
    update carts set state = ${state}, updated_at = clock_timestamp(),
      expires_at = case when ${state} = 'ordered' then null else expires_at end
    where id = any(${cartIds}::bigint[])
  `.execute(tx)
}

type PaidCart = { id: number; expires_at: Date | null; again: boolean }

const payingRows = batchRows<PaidCart>(`paying (
  id bigint, expires_at timestamptz, again boolean)`)

/**
 * Marks locked carts as being paid for; their holds were extended to `expires_at` or taken `again` until then, unless
 * they hold nothing. The clock cannot tell which: a hold that is extended may have ended while a lock was waited for.
 * The ids are also named as a list, so that no plan reads all carts (docs/decisions/0058-growing-tables-are-counted.md).
 */
export async function markPaying(tx: Tx, carts: readonly PaidCart[]) {
  await sql`
    update carts set state = 'paying', updated_at = clock_timestamp(),
      expires_at = coalesce(paying.expires_at, carts.expires_at),
      held_since = case when paying.again then clock_timestamp() else carts.held_since end,
      hold_extensions = case when paying.again then 0 else carts.hold_extensions end,
      hold_extended = carts.hold_extended or paying.expires_at is not null
    from ${payingRows.of(carts)}
    where carts.id = paying.id and carts.id = any(${carts.map(({ id }) => id)}::bigint[])
  `.execute(tx)
}

export async function setCartExpiry(
  tx: Tx,
  cartId: number,
  { expiresAt, extended }: { expiresAt: Date | null; extended: boolean },
) {
  await sql`
    update carts set expires_at = ${expiresAt}, hold_extended = ${extended},
      updated_at = clock_timestamp()
    where id = ${cartId}
  `.execute(tx)
}

const forgottenMax = 200

/** Carts not used for a day, locked; carts locked by others are skipped. */
export async function lockForgottenCarts(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from carts
    where state <> 'paying' and updated_at <= clock_timestamp() - interval '24 hours'
    order by id limit ${forgottenMax} for update skip locked
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteCarts(tx: Tx, ids: readonly number[]) {
  await sql`delete from carts where id = any(${ids}::bigint[])`.execute(tx)
}

/** Which of an event and its tickets exist; for `post_id`. */
export async function isEvent(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function hasTickets(db: Db, eventId: number): Promise<boolean> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'publish')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
