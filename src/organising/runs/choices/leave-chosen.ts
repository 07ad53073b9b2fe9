import type { Tx } from '../../../platform/db/database.ts'
import { lockWaiting, putChosenByHand } from './store.ts'

/**
 * Leaves the money that buyers chose to have back to a person when their run is stopped: they were told that it comes. What is
 * being chosen at that moment counts, too.
 */
export async function leaveChosen(tx: Tx, runId: number): Promise<void> {
  await lockWaiting(tx, runId)
  await putChosenByHand(tx, runId)
}
