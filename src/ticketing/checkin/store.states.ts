import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Who is inside, and the last time it was let in. */
export type DoorStateRow = {
  attendee_id: number
  inside: boolean
  entered_at: Date | null
  device_id: number | null
  gate_id: number | null
}

/** The rows of attendees who are locked. */
export async function upsertStates(tx: Tx, rows: readonly DoorStateRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into door_states (attendee_id, event_id, inside, entered_at, device_id, gate_id)
    select distinct on (state.attendee_id)
      state.attendee_id, a.event_id, state.inside, state.entered_at, state.device_id, state.gate_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as state (
      attendee_id bigint, inside boolean, entered_at timestamptz, device_id bigint, gate_id bigint)
    join attendees a on a.id = state.attendee_id
    order by state.attendee_id
    on conflict (attendee_id) do update set inside = excluded.inside,
      entered_at = excluded.entered_at, device_id = excluded.device_id, gate_id = excluded.gate_id
  `.execute(tx)
}
