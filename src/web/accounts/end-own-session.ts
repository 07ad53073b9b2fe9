import { closeOthers, closeSession } from '../../access/sessions/close-session.ts'
import type { SignedIn } from '../../access/sessions/recognise-session.ts'
import { actorOf } from '../../core/actor.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'

/** Signs out one browser of the account that is signed in. */
export function endOwnSession({ db }: Deps, { caller }: SignedIn, id: number) {
  const by = actorOf(caller, { operation: 'closeSession' })
  return closeSession(actingOn(db, by), { id, userId: caller.userId })
}

/** Signs out all browsers of the account but this one. */
export function endOtherSessions({ db }: Deps, { id, caller }: SignedIn) {
  const by = actorOf(caller, { operation: 'endOtherSessions' })
  return closeOthers(actingOn(db, by), { userId: caller.userId, except: id })
}
