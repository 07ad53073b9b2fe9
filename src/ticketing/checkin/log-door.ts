import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { insertScans, type ScanRow } from './store.ts'

export type { ScanRow }

/**
 * Writes check-in decisions to the door's log, and records facts for check-ins and undone check-ins. Rows of
 * these two kinds are never deleted.
 */
export async function logDoor(tx: Tx, rows: readonly ScanRow[]): Promise<void> {
  await insertScans(tx, rows)
  const names = { admitted: 'attendee.checked_in', undone: 'attendee.check_in_undone' } as const
  await recordAll(
    tx,
    rows.flatMap(({ kind, attendee_id }) =>
      kind === 'refused' ? [] : [{ name: names[kind], payload: { attendee_id } }],
    ),
  )
}

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
