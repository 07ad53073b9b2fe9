import type { Db } from '../../platform/db/database.ts'
import { deleteOtherSessions, deleteSession } from './store.ts'

/** Ends one session of an account; false when it does not exist. */
export function closeSession(db: Db, session: { id: number; userId: number }): Promise<boolean> {
  return deleteSession(db, session)
}

/** Ends the sessions of an account, but for one; returns how many. */
export function closeOthers(
  db: Db,
  own: { userId: number; except: number | undefined },
): Promise<number> {
  return deleteOtherSessions(db, own)
}
