import { sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { OpenHold, PoolState, StockChanges, StockedTicket } from './rules.ts'

/** Names the events whose stock is concerned, by any of these ids. */
export type StockScope = {
  readonly eventIds?: readonly number[]
  readonly ticketIds?: readonly number[]
  readonly cartIds?: readonly number[]
  readonly poolIds?: readonly number[]
}

export type PoolRow = PoolState & { readonly eventId: number }

/**
 * The carts' open and expired holds, as a table. Looked up cart by cart: before the first ANALYZE of a sale
 * the planner expects thousands of holds per cart and would read the whole table (`offset 0` forbids that).
 */
export const holdsOf = (cartIds: readonly number[]) => sql`(
  select h.* from unnest(${cartIds}::bigint[]) as cart (id)
  cross join lateral (
    select * from holds where cart_id = cart.id and state in ('open', 'expired') offset 0
  ) h
)`

/**
 * Locks all pools of these events, by id. Every change of an event's stock waits here and nowhere else, so
 * none can deadlock. Returns the counts as they are under the locks. The event ids are found first, by
 * `array(…)`: with `event_id in (select …)` it would be a join, and PostgreSQL drops joined rows that it had
 * to wait for (docs/decisions/0014-locking-reads.md).
 */
export async function lockPools(tx: Tx, scope: StockScope): Promise<PoolRow[]> {
  const { eventIds = [], ticketIds = [], cartIds = [], poolIds = [] } = scope
  const { rows } = await sql<PoolRow>`
    select id, event_id as "eventId", shared_pool_id as "sharedPoolId", capacity, held, sold
    from pools
    where event_id = any(array(
      select unnest(${eventIds}::bigint[])
      union all select event_id from tickets where id = any(${ticketIds}::bigint[])
      union all select held.event_id from ${holdsOf(cartIds)} held
      union all select event_id from pools where id = any(${poolIds}::bigint[])
    ))
    order by id
    for no key update
  `.execute(tx)
  return rows
}

/**
 * Locks the tickets of events, by id, for batches that change their counters more than once. Tickets come
 * after pools.
 */
export async function lockTicketsOf(tx: Tx, eventIds: readonly number[]) {
  await sql`
    select id from tickets where event_id = any(${eventIds}::bigint[])
    order by id for no key update
  `.execute(tx)
}

/**
 * `state = 'open'` for holds that are found by their ids. In these words the index of an event's open holds does not fit:
 * the planner would read that index whole, tens of thousands of rows in a sale, to find the few of one batch.
 */
const isOpen = sql`state is not distinct from 'open'`

export type HoldRow = OpenHold & {
  readonly state: 'open' | 'expired'
  readonly eventId: number
  /** Null when the ticket was deleted. */
  readonly ticketName: string | null
  /** Equal for all holds that the cart took in one request. */
  readonly generation: string
}

export type StockNow = {
  readonly now: Date
  readonly tickets: StockedTicket[]
  readonly holds: HoldRow[]
}

export type StockQuestion = {
  readonly ticketIds: readonly number[]
  readonly cartIds: readonly number[]
}

/** Stock time, the tickets, and the carts' open and expired holds; read under the locks on pools. */
export async function readStock(tx: Tx, { ticketIds, cartIds }: StockQuestion): Promise<StockNow> {
  const { rows } = await sql<StockNow>`
    select
      clock_timestamp() as now,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'eventId', event_id, 'poolId', pool_id)), '[]')
        from tickets where id = any(${ticketIds}::bigint[])) as tickets,
      (select coalesce(json_agg(json_build_object(
          'id', h.id, 'cartId', h.cart_id, 'ticketId', h.ticket_id, 'poolId', h.pool_id,
          'quantity', h.quantity, 'state', h.state, 'eventId', h.event_id,
          'ticketName', t.name, 'generation', h.created_at) order by h.id), '[]')
        from ${holdsOf(cartIds)} h left join tickets t on t.id = h.ticket_id) as holds
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Stock could not be read.')
  return row
}

/**
 * Turns these open holds, whose pools are locked, into sold places, and counts them in their pools. Returns how many were
 * still open.
 */
export async function sellLasting(tx: Tx, holdIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    with sold as (
      update holds set state = 'sold'
      where id = any(${holdIds}::bigint[]) and ${isOpen} and expires_at > clock_timestamp()
      returning pool_id, quantity
    ), places as (
      select pool_id as id, sum(quantity)::integer as quantity from sold group by pool_id
    ), counted as (
      update pools p set held = p.held - d.quantity, sold = p.sold + d.quantity
      from (
        select id, quantity from places
        union all
        select own.shared_pool_id, sum(places.quantity)::integer
        from places join pools own using (id) where own.shared_pool_id is not null
        group by own.shared_pool_id
      ) d
      where p.id = d.id
    )
    select count(*)::integer as sold from sold
  `.execute(tx)
  return rows[0]?.sold ?? 0
}

/** The carts among these that released or sold places after their expired holds, or instead of them. */
export async function cartsThatMovedOn(
  tx: Tx,
  holds: readonly Pick<HoldRow, 'cartId' | 'generation'>[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select d.id
    from unnest(${holds.map(({ cartId }) => cartId)}::bigint[],
      ${holds.map(({ generation }) => generation)}::timestamptz[]) as d (id, generation)
    where exists (
      select from holds h
      where h.cart_id = d.id and h.state in ('released', 'sold') and h.created_at >= d.generation)
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Closes the expired holds of these events. The caller has locked the pools and subtracts the holds. (The
 * clock is a subquery, read once, so that the index can be used.)
 */
export async function expireHolds(tx: Tx, eventIds: readonly number[]) {
  const { rows } = await sql<{ id: number; poolId: number; quantity: number }>`
    update holds set state = 'expired'
    where event_id = any(${eventIds}::bigint[]) and state = 'open'
      and expires_at <= (select clock_timestamp())
    returning id, pool_id as "poolId", quantity
  `.execute(tx)
  return rows
}

/** Closes the carts' open holds. The caller has locked the pools of `eventIds` and subtracts the holds. */
export async function closeHolds(
  tx: Tx,
  { cartIds, eventIds }: { cartIds: readonly number[]; eventIds: readonly number[] },
) {
  const { rows } = await sql<{ poolId: number; quantity: number }>`
    update holds set state = 'released'
    where id = any(array(select id from ${holdsOf(cartIds)} held)) and ${isOpen}
      and event_id = any(${eventIds}::bigint[])
    returning pool_id as "poolId", quantity
  `.execute(tx)
  return rows
}

/** Stock time, and the end of the holds that each request of the batch opens. */
export type HoldTimes = { readonly now: Date | null; readonly expiresAt: readonly Date[] }

const noHolds: HoldTimes = { now: null, expiresAt: [] }

/** Writes the decisions of a batch of any size in one statement. */
export async function writeStock(tx: Tx, changes: StockChanges, times = noHolds) {
  const { closed, opened } = changes
  const { now, expiresAt } = times
  const pools = [...changes.pools].map(([id, { held, sold }]) => ({ id, held, sold }))
  if (pools.length + closed.length + opened.length === 0) return
  const ending = opened.map(({ request }) => expiresAt[request] ?? now)
  const closing = closed.map(({ id }) => id)
  await sql`
    with counted as (
      update pools p set held = p.held + d.held, sold = p.sold + d.sold
      from unnest(${pools.map(p => p.id)}::bigint[], ${pools.map(p => p.held)}::integer[],
        ${pools.map(p => p.sold)}::integer[]) as d (id, held, sold)
      where p.id = d.id
    ), closed as (
      update holds h set state = d.state
      from unnest(${closing}::bigint[], ${closed.map(c => c.state)}::text[]) as d (id, state)
      -- Joined only, a plan from a time of few holds would read all of them.
      where h.id = d.id and h.id = any(${closing}::bigint[])
    )
    insert into holds (cart_id, event_id, ticket_id, pool_id, quantity, state, expires_at, created_at)
    select d.cart_id, p.event_id, d.ticket_id, d.pool_id, d.quantity, d.state, d.expires_at,
      ${now}::timestamptz
    from unnest(${opened.map(o => o.cartId)}::bigint[], ${opened.map(o => o.ticketId)}::bigint[],
        ${opened.map(o => o.poolId)}::bigint[], ${opened.map(o => o.quantity)}::integer[],
        ${opened.map(o => o.state)}::text[], ${ending}::timestamptz[])
      as d (cart_id, ticket_id, pool_id, quantity, state, expires_at)
    join pools p on p.id = d.pool_id
  `.execute(tx)
}

/** A cart whose holds are extended, but not beyond this moment. */
export type HoldExtension = { cartId: number; notAfter: Date | null }

/** Extends open holds to this many seconds from now, or to `notAfter` if that is sooner; closed holds stay closed. */
export async function extendOpenHolds(tx: Tx, carts: readonly HoldExtension[], seconds: number) {
  const cartIds = carts.map(({ cartId }) => cartId)
  // Without a join: PostgreSQL drops joined rows that it had to wait for (docs/decisions/0014-locking-reads.md).
  const notAfter = sql`(${carts.map(cart => cart.notAfter)}::timestamptz[])[array_position(${cartIds}::bigint[], cart_id)]`
  const { rows } = await sql<{ cartId: number; expiresAt: Date }>`
    with extended as (
      update holds
      set expires_at = greatest(expires_at, least(clock_timestamp() + make_interval(secs => ${seconds}), ${notAfter}))
      where id = any(array(select id from ${holdsOf(cartIds)} held)) and ${isOpen}
      returning cart_id, expires_at
    )
    select cart_id as "cartId", min(expires_at) as "expiresAt" from extended group by cart_id
  `.execute(tx)
  return rows
}

export async function insertPool(tx: Tx, eventId: number, capacity: number | null) {
  const row = await tx
    .insertInto('pools')
    .values({ event_id: eventId, capacity })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function findSharedPool(tx: Tx, eventId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('shared_pools')
    .select('pool_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row?.pool_id
}

export async function insertSharedPool(tx: Tx, eventId: number, poolId: number) {
  await tx.insertInto('shared_pools').values({ event_id: eventId, pool_id: poolId }).execute()
}

const poolRows = batchRows<PoolState>(`d (
  id bigint, capacity int, held int, sold int, "sharedPoolId" bigint)`)

/** Writes the values of locked pools. */
export async function savePools(tx: Tx, pools: readonly PoolState[]) {
  await sql`
    update pools p
    set capacity = d.capacity, held = d.held, sold = d.sold, shared_pool_id = d."sharedPoolId"
    from ${poolRows.of(pools)}
    where p.id = d.id and (p.capacity, p.held, p.sold, p.shared_pool_id) is distinct from
      (d.capacity, d.held, d.sold, d."sharedPoolId")
  `.execute(tx)
}

export async function eventsWithExpiredHolds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from holds
    where state = 'open' and expires_at <= (select clock_timestamp())
  `.execute(db)
  return rows.map(({ id }) => id)
}

const deletedAtOnce = 10_000

/** Deletes holds that ended a month ago or more; sold places live on as attendees. Returns how many. */
export async function deleteFinishedHolds(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from holds where id = any(array(
      select id from holds where state <> 'open' and created_at < now() - interval '30 days'
      limit ${deletedAtOnce}))
    returning id
  `.execute(db)
  return rows.length
}
