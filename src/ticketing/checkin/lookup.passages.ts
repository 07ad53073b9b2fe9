import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DoorStateRow } from './store.states.ts'

/** A check-in of another way than by a paired phone, or the undoing of one. */
export type OtherPassage = {
  id: number
  attendee_id: number
  kind: 'admitted' | 'undone'
  at: Date
  is_conflict: boolean
  source: 'site' | 'app'
  user_id: number | null
  /** The name of the scanner key; null for none, or one that was deleted. */
  device: string | null
}

/** The check-ins of these attendees by scanner keys and staff. */
export async function otherPassagesOf(tx: Tx, ids: readonly number[]): Promise<OtherPassage[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OtherPassage>`
    select c.id, c.attendee_id, c.kind, coalesce(c.device_at, c.at) as at, c.is_conflict, c.source, c.user_id, k.name as device
    from check_ins c left join scanner_keys k on k.id = c.scanner_key_id
    where c.attendee_id = any(${[...ids]}::bigint[]) and c.kind in ('admitted', 'undone')
  `.execute(tx)
  return rows
}

/** Who of these attendees is inside, and their last admissions; those who never came are left out. */
export async function statesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, DoorStateRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<DoorStateRow>`
    select attendee_id, inside, entered_at, device_id, gate_id from door_states
    where attendee_id = any(${[...ids]}::bigint[])
  `.execute(tx)
  return new Map(rows.map(row => [row.attendee_id, row]))
}
