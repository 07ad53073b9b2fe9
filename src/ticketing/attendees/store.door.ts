import { sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Tx } from '../../platform/db/database.ts'

/** What check-in has to know of an attendee, read under a lock that lasts until the transaction ends. */
export type AtDoor = {
  id: number
  event_id: number
  ticket_id: number
  status: string
  order_status: string
  security_code: string
  door_code: string
  generation: number
  checked_in_at: Date | null
  check_in_source: string | null
  check_in_user_id: number | null
  check_in_device: string | null
  event_happening: string
  event_zone: string
  starts_at: Date
  ends_at: Date
}

export type Entry = {
  readonly id: number
  readonly eventId: number
  readonly ticketId: number
  readonly orderStatus: string
  readonly at: Date
  readonly source: 'site' | 'app'
  readonly userId: number | null
  readonly device: string | null
}

/** Attendees are locked before their events are read, so a moved attendee is judged by its new event. */
export async function lockForDoor(tx: Tx, ids: readonly number[]): Promise<AtDoor[]> {
  const { rows } = await sql<AtDoor>`
    select a.id, a.event_id, a.ticket_id, a.status, a.order_status, a.security_code, coalesce(dc.code, '') as door_code, a.generation,
      a.checked_in_at, a.check_in_source, a.check_in_user_id, a.check_in_device,
      e.happening as event_happening, e.timezone as event_zone, e.starts_at, e.ends_at
    from (
      select * from attendees where id = any(${ids}::bigint[]) order by id for no key update
    ) a join events e on e.id = a.event_id left join door_codes dc on dc.attendee_id = a.id
    order by a.id
  `.execute(tx)
  return rows
}

const entryRows = batchRows<Entry>(`entry (
  id bigint, at timestamptz, source text, "userId" bigint, device text)`)

/** Checks in attendees who are outside. The condition holds even if a lock were missing. */
export async function writeInside(tx: Tx, entries: readonly Entry[]): Promise<Set<number>> {
  if (entries.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    update attendees a set checked_in_at = entry.at, check_in_source = entry.source,
      check_in_user_id = entry."userId", check_in_device = entry.device,
      updated_at = clock_timestamp()
    from ${entryRows.of(entries)}
    where a.id = entry.id and a.checked_in_at is null and a.status = 'publish'
    returning a.id
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Checks out attendees who are inside, also those whose place was given back since. */
export async function writeOutside(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; status: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; status: string }>`
    update attendees set checked_in_at = null, check_in_source = null, check_in_user_id = null,
      check_in_device = null, updated_at = clock_timestamp()
    where id = any(${ids}::bigint[]) and checked_in_at is not null
    returning id, status
  `.execute(tx)
  return rows
}

/** Writes other first check-ins of attendees who are checked in. */
export async function rewriteInside(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    update attendees a set checked_in_at = entry.at, check_in_source = entry.source,
      check_in_user_id = entry."userId", check_in_device = entry.device,
      updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry (
      id bigint, at timestamptz, source text, "userId" bigint, device text)
    where a.id = entry.id and a.checked_in_at is not null
  `.execute(tx)
}
