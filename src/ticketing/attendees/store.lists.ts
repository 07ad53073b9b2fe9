import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/planned-anew.ts'
import { type Piece, readTogether } from '../../platform/db/together.ts'
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
 * A page of attendees and the total. A search for a rare text is done once for both. Otherwise the page is
 * read in the order of an index, and the total comes from the counters where they suffice.
 */
export async function pageOfAttendees(
  db: Db,
  wanted: AttendeePage,
  window: Window,
): Promise<{ rows: AttendeeRow[]; total: number }> {
  if (looksRare(wanted.filter)) return foundOnce(db, wanted, window)
  const { rows, totals } = await readTogether(db, {
    rows: listed(wanted, window),
    totals: counted(wanted.filter),
  })
  return { rows, total: totals[0]?.total ?? 0 }
}

async function foundOnce(db: Db, { filter, order }: AttendeePage, { limit, offset }: Window) {
  const way = attendeesOrder(order)
  // The best index depends on how rare the text is, so this statement alone is planned anew each time.
  const { rows: page } = await plannedAnew(sql<{ id: number | null; total: number }>`
    with found as materialized (
      select a.id, a.created_at, a.search_text from ${tablesOf(filter)} where ${attendeesWhere(filter)}
    )
    select a.id, total
    from (select count(*)::integer as total from found) as counted
    left join (select * from found a order by ${way} limit ${limit} offset ${offset}) as a on true
    order by ${way}
  `).execute(db)
  const ids = page.flatMap(({ id }) => id ?? [])
  return { total: page[0]?.total ?? 0, rows: await attendeesInOrder(db, ids) }
}

/** These attendees, in the order of the given ids. */
async function attendeesInOrder(db: Db, ids: readonly number[]): Promise<AttendeeRow[]> {
  if (ids.length === 0) return []
  const inOrder: Piece<AttendeeRow> = {
    query: sql`
      select ${attendeeColumns}
      from ${attendeeTables}
      join unnest(${ids}::bigint[]) with ordinality as wanted (id, place) on wanted.id = a.id
      order by wanted.place`,
  }
  const { rows } = await readTogether(db, { rows: inOrder })
  return rows
}

/** Whether a list has to read more than `most` attendees one by one. */
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

/** The total from counters where they suffice, so a large event costs nothing more. */
async function countAttendees(db: Db, filter: AttendeeFilter): Promise<number> {
  const { totals } = await readTogether(db, { totals: counted(filter) })
  return totals[0]?.total ?? 0
}

const counted = (filter: AttendeeFilter): Piece<{ total: number }> => ({
  query: sql`select ${countedOf(filter)} from ${countedIn(filter)} where ${countedWhere(filter)}`,
})

const listed = (
  { filter, order }: AttendeePage,
  { limit, offset }: Window,
): Piece<AttendeeRow> => ({
  query: sql`
    select ${attendeeColumns} from ${attendeeTables}
    where a.id = any(array(
      select a.id from ${tablesOf(filter)} where ${attendeesWhere(filter)}
      order by ${attendeesOrder(order)} limit ${limit} offset ${offset}))
    order by ${attendeesOrder(order)}`,
})

/** The ids among these that name no event, and those that name no ticket, deleted tickets with attendees excepted. */
export async function unknownIds(
  db: Db,
  { events, tickets }: { events: readonly number[]; tickets: readonly number[] },
): Promise<{ events: Set<number>; tickets: Set<number> }> {
  if (events.length + tickets.length === 0) return { events: new Set(), tickets: new Set() }
  const { rows } = await sql<{ kind: 'event' | 'ticket'; id: number }>`
    select 'event' as kind, id from unnest(${events}::bigint[]) as named (id)
    where not exists (select from events where events.id = named.id)
    union all
    select 'ticket', id from unnest(${tickets}::bigint[]) as named (id)
    where not exists (select from tickets where tickets.id = named.id)
      and not exists (select from attendees where attendees.ticket_id = named.id)
  `.execute(db)
  const of = (kind: string) => new Set(rows.filter(row => row.kind === kind).map(({ id }) => id))
  return { events: of('event'), tickets: of('ticket') }
}

const sampleSize = 200

/** The filter; one that searches texts also gets a sample of them, whose size does not grow with the event. */
export async function withSample(db: Db, filter: AttendeeFilter): Promise<AttendeeFilter> {
  const { search, name, email, events, onlyEvent } = filter
  if (search === undefined && name === undefined && email === undefined) return filter
  const among = attendeesWhere({
    inAddresses: false,
    onlyPublic: false,
    ...(events && { events }),
    ...(onlyEvent !== undefined && { onlyEvent }),
  })
  const { rows } = await sql<{ text: string }>`
    select search_text as text from attendees a where ${among} limit ${sampleSize}
  `.execute(db)
  return { ...filter, sample: rows.map(({ text }) => text) }
}
