import type { Db } from '../../platform/db/database.ts'
import { deleteSession } from './store.ts'

/** Signs one browser of an account out; false when there is no such session. */
export function closeSession(db: Db, session: { id: number; userId: number }): Promise<boolean> {
  return deleteSession(db, session)
}
