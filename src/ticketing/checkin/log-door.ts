import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { insertScans, type ScanRow } from './store.ts'

export type { ScanRow }

/** Writes decisions at the door down, and tells who came in and whose entry was taken back. Of these none is ever erased. */
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

/** What staff did at their desk, without a device. */
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
