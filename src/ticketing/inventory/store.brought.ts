import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Locks the pools of events, by id, like every change of their stock. */
export async function lockPoolsOfEvents(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await sql`
    select id from pools where event_id = any(${[...eventIds]}::bigint[]) order by id for no key update
  `.execute(tx)
}

type NewPool = { eventId: number; capacity: number | null; sharedPoolId: number | null }

export async function insertBroughtPool(tx: Tx, pool: NewPool): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pools (event_id, capacity, shared_pool_id)
    values (${pool.eventId}, ${pool.capacity}, ${pool.sharedPoolId}) returning id
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The pool was not made.')
  return row.id
}

/** A capacity that another system says: never below what is held and sold here. */
const atLeastUsed = (capacity: number | null) => sql`
  case when ${capacity}::integer is null then null else greatest(${capacity}::integer, held + sold) end`

export async function setCapacity(tx: Tx, poolId: number, capacity: number | null): Promise<void> {
  await sql`update pools set capacity = ${atLeastUsed(capacity)} where id = ${poolId}`.execute(tx)
}

/** The stock of a ticket, and which pool its sold places count in beside its own. */
export async function setOwnPool(
  tx: Tx,
  {
    ticketId,
    capacity,
    sharedPoolId,
  }: { ticketId: number; capacity: number | null; sharedPoolId: number | null },
): Promise<void> {
  await sql`
    update pools set shared_pool_id = ${sharedPoolId}::bigint, capacity = ${atLeastUsed(capacity)}
    where id = (select pool_id from tickets where id = ${ticketId})
  `.execute(tx)
  await sql`
    update attendees set shared_pool_id = ${sharedPoolId}::bigint
    where ticket_id = ${ticketId} and pool_id is not null and shared_pool_id is distinct from ${sharedPoolId}::bigint
  `.execute(tx)
}

/** Sums the shared pools of these events anew. */
export async function sumShared(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await sql`
    update pools s set held = m.held, sold = m.sold,
      capacity = case when s.capacity is null then null else greatest(s.capacity, m.held + m.sold) end
    from (
      select s.pool_id as id, coalesce(sum(p.held), 0)::integer as held, coalesce(sum(p.sold), 0)::integer as sold
      from shared_pools s left join pools p on p.shared_pool_id = s.pool_id
      where s.event_id = any(${[...eventIds]}::bigint[]) group by s.pool_id
    ) m where s.id = m.id and (s.held, s.sold) is distinct from (m.held, m.sold)
  `.execute(tx)
}

/** Adds the places of these attendees to their pools, or takes them away. A capacity below what is sold becomes that. */
export async function addPlaces(
  tx: Tx,
  attendeeIds: readonly number[],
  sign: 1 | -1,
): Promise<void> {
  const ids = [...attendeeIds]
  await sql`
    update pools p set sold = p.sold + d.n,
      capacity = case when p.capacity is null then null else greatest(p.capacity, p.held + p.sold + d.n) end
    from (
      select id, ${sign} * count(*)::integer as n from (
        select pool_id as id from attendees where id = any(${ids}::bigint[]) and stock = 'taken'
        union all select shared_pool_id from attendees
        where id = any(${ids}::bigint[]) and stock = 'taken' and shared_pool_id is not null
      ) places group by id
    ) d where p.id = d.id
  `.execute(tx)
}
