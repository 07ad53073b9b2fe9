import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ClientVerdict, Merged } from './rules.merge.ts'

export type ScanKind = 'in' | 'out' | 'undo' | 'stands' | 'guest_in' | 'guest_out'

/** What a scan ended in. */
export type ScanEnd = Merged | 'counted'

export type ScanRow = {
  device_id: number
  seq: number
  event_id: number
  attendee_id: number | null
  kind: ScanKind
  at: Date
  device_at: Date
  gate_id: number | null
  verdict: ClientVerdict | ''
  reason: string
  refusal: string | null
  of_seq: number | null
  result: ScanEnd
  merged: ScanEnd
}

const scanColumns = sql`device_id, seq, event_id, attendee_id, kind, at, device_at, gate_id, verdict,
  reason, refusal, of_seq, result, merged`

type Numbered = { readonly device_id: number; readonly seq: number }

/** The scans with these numbers. */
export async function findScansByNumber(db: Db, named: readonly Numbered[]): Promise<ScanRow[]> {
  if (named.length === 0) return []
  const { rows } = await sql<ScanRow>`
    select ${scanColumns} from door_scans
    where (device_id, seq) in (
      select device_id, seq from json_to_recordset(${JSON.stringify(named)}::json) as named (
        device_id bigint, seq bigint))
  `.execute(db)
  return rows
}

/** All scans of these attendees. */
export async function scansOfAttendees(db: Db, ids: readonly number[]): Promise<ScanRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ScanRow>`
    select ${scanColumns} from door_scans where attendee_id = any(${[...ids]}::bigint[])
  `.execute(db)
  return rows
}

export async function insertDoorScans(tx: Tx, scans: readonly ScanRow[]): Promise<void> {
  if (scans.length === 0) return
  await sql`
    insert into door_scans (${scanColumns})
    select ${scanColumns} from json_to_recordset(${JSON.stringify(scans)}::json) as scan (
      device_id bigint, seq bigint, event_id bigint, attendee_id bigint, kind text, at timestamptz,
      device_at timestamptz, gate_id bigint, verdict text, reason text, refusal text, of_seq bigint,
      result text, merged text)
  `.execute(tx)
}

/** Writes what earlier scans became, of attendees that are locked. */
export async function writeMerged(tx: Tx, changed: readonly (Numbered & { merged: ScanEnd })[]) {
  if (changed.length === 0) return
  await sql`
    update door_scans set merged = changed.merged
    from json_to_recordset(${JSON.stringify(changed)}::json) as changed (
      device_id bigint, seq bigint, merged text)
    where door_scans.device_id = changed.device_id and door_scans.seq = changed.seq
  `.execute(tx)
}

export type ConflictRow = {
  attendee_id: number | null
  device_id: number
  gate_id: number | null
  at: Date
  refusal: string | null
  entered_at: Date | null
  first_device_id: number | null
  first_gate_id: number | null
}

/**
 * Who was let in although somebody else came with the same ticket before, or although it does not admit; newest first. With
 * the admission that stands.
 */
export async function conflictsOf(db: Db, eventId: number, limit: number): Promise<ConflictRow[]> {
  const { rows } = await sql<ConflictRow>`
    select c.attendee_id, c.device_id, c.gate_id, c.at, c.refusal,
      f.at as entered_at, f.device_id as first_device_id, f.gate_id as first_gate_id
    from door_scans c left join lateral (
      select at, device_id, gate_id from (
        select at, device_id, gate_id from door_scans
        where attendee_id = c.attendee_id and merged = 'admitted'
        union all
        select coalesce(device_at, at), null, null from check_ins
        where attendee_id = c.attendee_id and kind = 'admitted'
      ) as all_of_them where at <= c.at order by at desc limit 1
    ) f on true
    where c.event_id = ${eventId} and c.merged = 'conflict'
    order by c.at desc, c.device_id, c.seq limit ${limit}
  `.execute(db)
  return rows
}

/** How many guests without a ticket are inside. Who goes out of an empty house was not counted when they came, and takes nobody along. */
export async function countGuests(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ inside: number }>`
    select coalesce(sum(step) - least(0, min(inside)), 0)::integer as inside from (
      select step, sum(step) over (order by at, device_id, seq) as inside from (
        select at, device_id, seq, case kind when 'guest_in' then 1 else -1 end as step
        from door_scans where event_id = ${eventId} and kind in ('guest_in', 'guest_out') and merged = 'counted'
      ) as guests
    ) as evening
  `.execute(db)
  return rows[0]?.inside ?? 0
}

export type GateCount = { gate_id: number | null; came_in: number; went_out: number }

/** What scans of an event add up to: passages by gate, and how many of them were conflicts. */
export async function countScans(db: Db, eventId: number) {
  const { rows } = await sql<GateCount & { conflicts: number; recent: number }>`
    select gate_id,
      (count(*) filter (where kind = 'in' and merged in ('admitted', 'conflict')))::integer as came_in,
      (count(*) filter (where kind = 'out' and merged = 'out'))::integer as went_out,
      (count(*) filter (where merged = 'conflict'))::integer as conflicts,
      (count(*) filter (where kind = 'in' and merged = 'admitted'
        and at > clock_timestamp() - interval '10 minutes'))::integer as recent
    from door_scans where event_id = ${eventId} group by gate_id order by gate_id nulls last
  `.execute(db)
  return rows
}

/** How many attendees are inside, have come, and could come. */
export async function countInside(db: Db, eventId: number) {
  const { rows } = await sql<{ inside: number; checked_in: number; expected: number }>`
    select (select count(*)::integer from door_states where event_id = ${eventId} and inside) as inside,
      coalesce(sum(c.inside) filter (where c.order_status in ('completed', 'yes')), 0)::integer as checked_in,
      coalesce(sum(c.valid) filter (where c.order_status in ('completed', 'yes')), 0)::integer as expected
    from attendee_counts c where c.event_id = ${eventId}
  `.execute(db)
  return rows[0] ?? { inside: 0, checked_in: 0, expected: 0 }
}

/** How many wrong door codes a phone sent in the last quarter of an hour. */
export async function countWrongCodes(db: Db, deviceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from door_scans
    where device_id = ${deviceId} and refusal = 'wrong_code'
      and received_at > clock_timestamp() - interval '15 minutes'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Those of these attendees whom a printed list has as come in. */
export async function tickedOnList(
  db: Db,
  deviceId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ attendee_id: number }>`
    select attendee_id from door_scans
    where attendee_id = any(${[...ids]}::bigint[]) and device_id = ${deviceId}
      and merged in ('admitted', 'conflict')
  `.execute(db)
  return new Set(rows.map(({ attendee_id }) => attendee_id))
}
