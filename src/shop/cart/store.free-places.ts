import { sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Places that a network ordered without paying. */
export type FreePlaces = { address: string; pool_id: number; places: number }

const orderedRows = batchRows<FreePlaces>(`ordered (
  address text, pool_id bigint, places int)`)

/**
 * Adds to the places that networks ordered without paying in this hour. The caller has locked the pools, so two requests
 * for one count never meet.
 */
export async function addFreePlaces(tx: Tx, ordered: readonly FreePlaces[]) {
  await sql`
    insert into free_places (address, pool_id, hour, places)
    select address, pool_id, date_trunc('hour', clock_timestamp(), 'UTC'), sum(places)
    from ${orderedRows.of(ordered)}
    group by address, pool_id order by address, pool_id
    on conflict (address, pool_id, hour) do update set places = free_places.places + excluded.places
  `.execute(tx)
}

/** For how long they count: 24 hours from the end of the hour in which they were ordered. */
const counting = sql`hour > clock_timestamp() - interval '25 hours'`

/** What these networks ordered without paying in the last 24 hours: a row for each network and pool. */
export async function listFreePlaces(tx: Tx, addresses: readonly string[]): Promise<FreePlaces[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<FreePlaces>`
    select address, pool_id, sum(places)::int as places from free_places
    where address = any(${addresses}::text[]) and ${counting}
    group by address, pool_id
  `.execute(tx)
  return rows
}

/** Deletes what counts no longer. */
export async function deleteOldFreePlaces(db: Db) {
  await sql`delete from free_places where not (${counting})`.execute(db)
}
