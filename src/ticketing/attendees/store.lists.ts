import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/statement-names.ts'
import {
  type AttendeeFilter,
  type AttendeeOrder,
  attendeesOrder,
  attendeesWhere,
  countedIn,
  countedOf,
  countedWhere,
  looksAtEach,
  looksRare,
  tablesOf,
} from './filters.ts'
import { attendeeColumns, type AttendeeRow, attendeeTables } from './lookup.ts'

export type AttendeePage = { filter: AttendeeFilter; order: AttendeeOrder }
type Window = { limit: number; offset: number }

/**
 * A page of attendees and how many there are in all. What matches a rare text is looked up once, for both; else the
 * page is read in the order of an index, and the total comes from the maintained counts where these suffice.
 */
export async function pageOfAttendees(
  db: Db,
  wanted: AttendeePage,
  window: Window,
): Promise<{ rows: AttendeeRow[]; total: number }> {
  if (looksRare(wanted.filter)) return foundOnce(db, wanted, window)
  const total = await countAttendees(db, wanted.filter)
  const rows = window.offset < total ? await listAttendees(db, wanted, window) : []
  return { rows, total }
}

async function foundOnce(db: Db, { filter, order }: AttendeePage, { limit, offset }: Window) {
  const way = attendeesOrder(order)
  // How rare a text is, and so which index serves, differs with every value. Only this is planned each time.
  const { rows: found } = await sql<{ id: number | null; total: number }>`${sql.raw(plannedAnew)}
    with found as materialized (
      select a.id, a.created_at, a.search_text from ${tablesOf(filter)} where ${attendeesWhere(filter)}
    )
    select a.id, total
    from (select count(*)::integer as total from found) as counted
    left join (select * from found a order by ${way} limit ${limit} offset ${offset}) as a on true
    order by ${way}
  `.execute(db)
  const ids = found.flatMap(({ id }) => id ?? [])
  return { total: found[0]?.total ?? 0, rows: await attendeesInOrder(db, ids) }
}

/** These attendees, each at the place of its id. */
async function attendeesInOrder(db: Db, ids: readonly number[]): Promise<AttendeeRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AttendeeRow>`
    select ${attendeeColumns}
    from ${attendeeTables}
    join unnest(${ids}::bigint[]) with ordinality as wanted (id, place) on wanted.id = a.id
    order by wanted.place
  `.execute(db)
  return rows
}

/** Whether a list needs a look at each of more than `most` attendees. */
export async function looksAtCrowd(
  db: Db,
  { filter, order }: AttendeePage,
  most: number,
): Promise<boolean> {
  if (!looksAtEach(filter, order)) return false
  const { events, tickets, inAddresses, onlyPublic } = filter
  const among = { ...(events && { events }), ...(tickets && { tickets }), inAddresses, onlyPublic }
  return (await countAttendees(db, among)) > most
}

/** From the maintained counts where these suffice, so that a crowd costs nothing more. */
async function countAttendees(db: Db, filter: AttendeeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${countedOf(filter)} from ${countedIn(filter)} where ${countedWhere(filter)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

async function listAttendees(
  db: Db,
  { filter, order }: AttendeePage,
  { limit, offset }: Window,
): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select ${attendeeColumns} from ${attendeeTables}
    where a.id = any(array(
      select a.id from ${tablesOf(filter)} where ${attendeesWhere(filter)}
      order by ${attendeesOrder(order)} limit ${limit} offset ${offset}))
    order by ${attendeesOrder(order)}
  `.execute(db)
  return rows
}
