import type { Tx } from '../../platform/db/database.ts'
import { moveBack } from './store.ts'

/**
 * Lets the books look again at everything that changed since this moment: orders of another system come with their own times, which
 * the books have passed.
 */
export const lookAgain = (tx: Tx, since: Date): Promise<void> => moveBack(tx, since)
