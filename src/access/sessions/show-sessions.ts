import type { Static } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { sessionLives } from './rules.ts'
import type { SessionView } from './schema.ts'
import { listSessions } from './store.ts'
import { sessionView } from './view.ts'

export type SessionShown = Static<typeof SessionView>

/** The open sessions of an account, oldest first. */
export async function showSessions(
  { db, clock }: { db: Db; clock: Clock },
  userId: number,
): Promise<SessionShown[]> {
  const rows = await listSessions(db, userId)
  return rows.filter(row => sessionLives(row, clock.now())).map(sessionView)
}
