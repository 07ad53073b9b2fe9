import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Piece } from '../../platform/db/together.ts'
import type { StockMode } from './plan-capacity.ts'
import type { LastingHold } from './rules.ts'
import { holdsOf } from './store.ts'

/** A ticket's stock at this instant. Expired holds count as free. */
export type Availability = {
  readonly ticketId: number
  readonly mode: StockMode
  /** The ticket's limit: its own capacity, its cap, or the event's capacity. Null is unlimited. */
  readonly capacity: number | null
  /** What can be bought now; null is unlimited. */
  readonly available: number | null
  readonly sold: number
  readonly held: number
  /** The event's shared stock, when the ticket draws on it. */
  readonly eventCapacity: number | null
  /** When the next open hold ends. Until then a cached result stays right. */
  readonly nextExpiresAt: Date | null
}

/**
 * The stock of tickets, in one statement. With `cart`, the cart's own holds count as available, because its
 * buyer can buy them.
 */
export async function availability(
  db: Db,
  ticketIds: readonly number[],
  cartId: number | null = null,
): Promise<Map<number, Availability>> {
  if (ticketIds.length === 0) return new Map()
  const { rows } = await stockNow(sql`${ticketIds}::bigint[]`, cartId).execute(db)
  return new Map(rows.map(row => [row.ticketId, row]))
}

/** The same for tickets that a query finds, to be read together with other queries. */
export const availabilityPiece = (ticketIds: RawBuilder<unknown>): Piece<Availability> => ({
  query: stockNow(ticketIds, null),
})

/** The same of these tickets. */
export const availabilityOf = (ticketIds: readonly number[]) =>
  availabilityPiece(sql`${[...ticketIds]}::bigint[]`)

const stockNow = (ticketIds: RawBuilder<unknown>, cartId: number | null) => sql<Availability>`
    with wanted as (
      select t.id, t.mode, t.event_id, o.id as own_id, o.shared_pool_id
      from tickets t join pools o on o.id = t.pool_id
      where t.id = any(${ticketIds})
    ), moment as (select clock_timestamp() as now
    ), free as (
      select ended.pool_id, ended.quantity, 'expired' as why
      from (select distinct event_id from wanted) as named
      -- Event by event: joined, the open holds of all events are read when they were few at the last count.
      cross join lateral (
        select pool_id, quantity from holds
        where state = 'open' and holds.event_id = named.event_id
          and expires_at <= (select now from moment) offset 0
      ) as ended
      union all
      select pool_id, quantity, 'mine' from holds
      where state = 'open' and cart_id = ${cartId}::bigint
        and expires_at > (select now from moment)
    ), back as (
      select pool_id as id, quantity, why from free
      union all
      select p.shared_pool_id, quantity, why from free join pools p on p.id = free.pool_id
      where p.shared_pool_id is not null
    ), freed as (
      select id, sum(quantity) as units, sum(quantity) filter (where why = 'expired') as expired
      from back group by id
    )
    select w.id as "ticketId", w.mode, coalesce(o.capacity, s.capacity) as capacity,
      case when coalesce(o.capacity, s.capacity) is null then null else greatest(0, least(
        o.capacity - o.sold - o.held + coalesce(fo.units, 0),
        s.capacity - s.sold - s.held + coalesce(fs.units, 0))) end::integer as available,
      o.sold, (o.held - coalesce(fo.expired, 0))::integer as held,
      s.capacity as "eventCapacity",
      (select min(h.expires_at) from holds h
        where h.state = 'open' and h.event_id = w.event_id and h.expires_at > (select now from moment))
        as "nextExpiresAt"
    from wanted w
    join pools o on o.id = w.own_id
    left join pools s on s.id = w.shared_pool_id
    left join freed fo on fo.id = o.id
    left join freed fs on fs.id = s.id
  `

/** A counter that differs from the rows it counts. */
export type Difference = {
  readonly pool: number
  readonly counter: 'held' | 'sold' | 'shared held' | 'shared sold' | 'capacity'
  readonly stored: number
  readonly derived: number
}

/**
 * Recounts every pool from the rows: held from open holds, sold from attendees that occupy a place, a shared
 * pool from the pools that draw on it. Every row returned is a defect. It reads one snapshot, so it may run
 * during a sale.
 */
export async function auditStock(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with open as (
      select pool_id, sum(quantity) as units from holds where state = 'open' group by pool_id
    ), taken as (
      select pool_id, count(*) as units from attendees where stock = 'taken' group by pool_id
    ), members as (
      select shared_pool_id as id, sum(held) as held, sum(sold) as sold
      from pools where shared_pool_id is not null group by shared_pool_id
    ), counts as (
      select p.id, p.held, p.sold, p.capacity, s.pool_id is not null as shared,
        coalesce(o.units, 0)::integer as open, coalesce(t.units, 0)::integer as taken,
        coalesce(m.held, 0)::integer as members_held, coalesce(m.sold, 0)::integer as members_sold
      from pools p
      left join shared_pools s on s.pool_id = p.id
      left join open o on o.pool_id = p.id
      left join taken t on t.pool_id = p.id
      left join members m on m.id = p.id
    )
    select id as pool, 'held' as counter, held as stored, open as derived
      from counts where not shared and held <> open
    union all select id, 'sold', sold, taken from counts where not shared and sold <> taken
    union all select id, 'shared held', held, members_held from counts
      where shared and held <> members_held
    union all select id, 'shared sold', sold, members_sold from counts
      where shared and sold <> members_sold
    union all select id, 'capacity', capacity, held + sold from counts
      where capacity is not null and held + sold > capacity
    order by 1, 2
  `.execute(db)
  return rows
}

/** The number of held and sold places of all events. */
export async function countPlaces(db: Db): Promise<{ held: number; sold: number }> {
  const { rows } = await sql<{ held: string | null; sold: string | null }>`
    select sum(held)::text as held, sum(sold)::text as sold from pools where shared_pool_id is null`.execute(
    db,
  )
  return { held: Number(rows[0]?.held ?? 0), sold: Number(rows[0]?.sold ?? 0) }
}

/** A hold that ends sooner than this may be over by the time its stock is locked. */
const lastingSeconds = 10

/**
 * The open holds of locked carts that will not end soon, in the order of their ids. Their stock is not locked, so whoever
 * sells them looks again under its lock (`planSale`).
 */
export async function readLastingHolds(tx: Tx, cartIds: readonly number[]): Promise<LastingHold[]> {
  const { rows } = await sql<LastingHold>`
    select h.id, h.cart_id as "cartId", h.ticket_id as "ticketId", h.pool_id as "poolId", h.quantity,
      h.event_id as "eventId", p.shared_pool_id as "sharedPoolId"
    from ${holdsOf(cartIds)} h join pools p on p.id = h.pool_id
    where h.state = 'open' and h.expires_at > clock_timestamp() + make_interval(secs => ${lastingSeconds})
    order by h.id
  `.execute(tx)
  return rows
}
