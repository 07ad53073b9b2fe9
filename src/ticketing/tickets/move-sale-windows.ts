import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { windowInstants } from './merge-draft.ts'
import { windowsOfEvent, writeWindows } from './store.ts'

/**
 * Recalculates the sale windows of an event after a change of its zone: the entered times stay, their
 * instants change.
 */
export async function moveSaleWindows(
  tx: Tx,
  { id, timezone }: { id: number; timezone: string },
): Promise<void> {
  const rows = await windowsOfEvent(tx, id)
  if (rows.length === 0) return
  await writeWindows(
    touching(tx, [id]),
    rows.map(row => ({ id: row.id, ...windowInstants(row, timezone) })),
  )
}
