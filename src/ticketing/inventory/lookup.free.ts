import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What is free of a ticket's own places and of those that it shares; null is no limit. */
export type FreePlaces = {
  readonly ticketId: number
  readonly own: number | null
  readonly sharedPoolId: number | null
  readonly shared: number | null
}

/** The free places of tickets now, own and shared apart: for plans that take many places of several tickets. */
export async function freePlaces(
  db: Db,
  ticketIds: readonly number[],
): Promise<Map<number, FreePlaces>> {
  const { rows } = await sql<FreePlaces>`
    with wanted as (
      select t.id, o.id as own_id, o.shared_pool_id from tickets t join pools o on o.id = t.pool_id
      where t.id = any(${[...ticketIds]}::bigint[])
    ), ended as (
      select p.id, p.shared_pool_id, sum(h.quantity)::integer as units
      from holds h join pools p on p.id = h.pool_id
      where h.state = 'open' and h.expires_at <= clock_timestamp()
        and (p.id in (select own_id from wanted) or p.shared_pool_id in (select shared_pool_id from wanted))
      group by p.id
    )
    select w.id as "ticketId", w.shared_pool_id as "sharedPoolId",
      (o.capacity - o.sold - o.held + coalesce((select e.units from ended e where e.id = o.id), 0))::integer as own,
      (s.capacity - s.sold - s.held
        + coalesce((select sum(e.units) from ended e where e.shared_pool_id = s.id), 0))::integer as shared
    from wanted w join pools o on o.id = w.own_id left join pools s on s.id = w.shared_pool_id
  `.execute(db)
  return new Map(rows.map(row => [row.ticketId, row]))
}
