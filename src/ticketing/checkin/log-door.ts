import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { insertScans, type ScanRow, writeConflicts } from './store.ts'
import { type DoorStateRow, upsertStates } from './store.states.ts'

export type { DoorStateRow, ScanRow }

/**
 * Writes check-in decisions to the door's log with who is inside then, and records facts for check-ins and undone check-ins.
 * Rows of these two kinds are never deleted. Of several rows of one attendee the last counts.
 */
export async function logDoor(
  tx: Tx,
  rows: readonly ScanRow[],
  at: Date | null = null,
): Promise<void> {
  const last = new Map<number, DoorStateRow>()
  for (const row of rows) if (row.kind !== 'refused') last.set(row.attendee_id, stateOf(row, at))
  await Promise.all([insertScans(tx, rows, at), upsertStates(tx, [...last.values()])])
  const names = { admitted: 'attendee.checked_in', undone: 'attendee.check_in_undone' } as const
  await recordAll(
    tx,
    rows.flatMap(({ kind, attendee_id }) =>
      kind === 'refused' ? [] : [{ name: names[kind], payload: { attendee_id } }],
    ),
  )
}

/** Writes who is inside after the scans of phones, for attendees that are locked. */
export const saveStates = (tx: Tx, rows: readonly DoorStateRow[]): Promise<void> =>
  upsertStates(tx, rows)

/** Notes of check-ins of other ways whether the scan of a phone came before them. */
export const noteConflicts = (
  tx: Tx,
  rows: readonly { id: number; is_conflict: boolean }[],
): Promise<void> => writeConflicts(tx, rows)

/**
 * Writes check-ins that have no row of the log, such as those of an imported attendee, so that scans are compared with them.
 */
export const logEarlier = (
  tx: Tx,
  entries: readonly { attendeeId: number; at: Date }[],
): Promise<void> =>
  insertScans(
    tx,
    entries.map(({ attendeeId, at }) => ({
      ...atTheDesk('admitted', { attendeeId, userId: null }),
      device_at: at,
    })),
  )

const stateOf = ({ attendee_id, kind, device_at }: ScanRow, at: Date | null): DoorStateRow => ({
  attendee_id,
  inside: kind === 'admitted',
  entered_at: kind === 'admitted' ? (device_at ?? at) : null,
  device_id: null,
  gate_id: null,
})

/** A check-in by staff in the attendee list, without a device. */
export function atTheDesk(
  kind: 'admitted' | 'undone',
  { attendeeId, userId }: { attendeeId: number; userId: number | null },
): ScanRow {
  return {
    attendee_id: attendeeId,
    kind,
    reason: null,
    device_at: null,
    source: 'site',
    user_id: userId,
    scanner_key_id: null,
    nonce: null,
  }
}
