import type { Tx } from '../../platform/db/database.ts'
import { deleteViewsHolding } from './store.ts'

/** Deletes saved views that look for the person with this address (small letters). */
export const eraseViews = (tx: Tx, email: string): Promise<void> => deleteViewsHolding(tx, email)
