import { sql } from 'kysely'
import type { Tx } from '../../src/platform/db/database.ts'
import type { lockPools, PoolRow } from '../../src/ticketing/inventory/store.ts'

/** How pools must not be locked: PostgreSQL drops joined rows that it had to wait for. */
export const lockJoined: typeof lockPools = async (tx: Tx, { eventIds = [], ticketIds = [] }) => {
  const { rows } = await sql<PoolRow>`
    select id, event_id as "eventId", shared_pool_id as "sharedPoolId", capacity, held, sold
    from pools where event_id in (
      select unnest(${eventIds}::bigint[])
      union all select event_id from tickets where id = any(${ticketIds}::bigint[]))
    order by id for no key update
  `.execute(tx)
  return rows
}
