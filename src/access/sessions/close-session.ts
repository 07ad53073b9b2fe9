import type { Db } from '../../platform/db/database.ts'
import { deleteSession } from './store.ts'

/** Ends one session of an account; false when it does not exist. */
export function closeSession(db: Db, session: { id: number; userId: number }): Promise<boolean> {
  return deleteSession(db, session)
}
