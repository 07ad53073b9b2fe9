import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StockMode } from './plan-capacity.ts'

/** A ticket's stock at this instant; holds that have expired are free and not counted. */
export type Availability = {
  readonly ticketId: number
  readonly mode: StockMode
  /** Of the ticket: its own, its cap, or the event's; null is without limit. */
  readonly capacity: number | null
  /** What could be taken now; null is without limit. */
  readonly available: number | null
  readonly sold: number
  readonly held: number
  /** Of the event's shared stock, when the ticket draws on it. */
  readonly eventCapacity: number | null
  /** When the next open hold ends, so that this may be answered from memory until then. */
  readonly nextExpiry: Date | null
}

/**
 * Stock of tickets, in one statement. A session's own holds can be added back by naming its cart: what a buyer holds is
 * available to himself.
 */
export async function availability(
  db: Db,
  ticketIds: readonly number[],
  cartId: number | null = null,
): Promise<Map<number, Availability>> {
  if (ticketIds.length === 0) return new Map()
  const { rows } = await sql<Availability>`
    with wanted as (
      select t.id, t.mode, t.event_id, o.id as own_id, o.shared_pool_id
      from tickets t join pools o on o.id = t.pool_id
      where t.id = any(${ticketIds}::bigint[])
    ), moment as (select clock_timestamp() as now
    ), free as (
      select pool_id, quantity, 'expired' as why from holds
      where state = 'open' and event_id in (select event_id from wanted)
        and expires_at <= (select now from moment)
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
        as "nextExpiry"
    from wanted w
    join pools o on o.id = w.own_id
    left join pools s on s.id = w.shared_pool_id
    left join freed fo on fo.id = o.id
    left join freed fs on fs.id = s.id
  `.execute(db)
  return new Map(rows.map(row => [row.ticketId, row]))
}

/** A counter that is not what the rows say. */
export type Difference = {
  readonly pool: number
  readonly counter: 'held' | 'sold' | 'shared held' | 'shared sold' | 'capacity'
  readonly stored: number
  readonly derived: number
}

/**
 * Re-derives every count of every pool from the rows: held from open holds, sold from attendees that occupy a place, a
 * shared pool from the pools that draw on it. Any answer is a defect. One snapshot, so it may run during a sale.
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
