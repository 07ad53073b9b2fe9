import { sql } from 'kysely'
import type { Tx } from '../../src/platform/db/database.ts'
import type { lockPools, PoolRow } from '../../src/ticketing/inventory/store.ts'

/**
 * How pools must not be locked: joined with rows that were read before the wait. PostgreSQL drops the rows that somebody
 * changed meanwhile, because the others do not match them any more. A join by event alone drops them under some plans
 * only (docs/decisions/0014-locking-reads.md); one that compares versions does under each.
 */
export const lockJoined: typeof lockPools = async (tx: Tx, { eventIds = [], ticketIds = [] }) => {
  const { rows } = await sql<PoolRow>`
    select id, event_id as "eventId", shared_pool_id as "sharedPoolId", capacity, held, sold
    from pools where exists (
      select from pools seen where seen.id = pools.id and seen.xmin = pools.xmin and seen.event_id in (
        select unnest(${eventIds}::bigint[])
        union all select event_id from tickets where id = any(${ticketIds}::bigint[])))
    order by id for no key update
  `.execute(tx)
  return rows
}
