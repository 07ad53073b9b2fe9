import type { Tx } from '../../platform/db/database.ts'
import { windowInstants } from './merge-draft.ts'
import { windowsOfEvent, writeWindows } from './store.ts'

/** The sale windows of an event that got another zone: what was entered stays, the instants it means are others. */
export async function moveSaleWindows(
  tx: Tx,
  { id, timezone }: { id: number; timezone: string },
): Promise<void> {
  const rows = await windowsOfEvent(tx, id)
  if (rows.length === 0) return
  await writeWindows(
    tx,
    rows.map(row => ({ id: row.id, ...windowInstants(row, timezone) })),
  )
}
