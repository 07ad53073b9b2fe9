import { actorBy } from '../../core/actor.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashSecret } from '../keys/rules.ts'
import { type CodeDeps, proveCode } from '../second-factor/prove-code.ts'
import { lockPasswordHash } from '../users/lookup.ts'
import { type Browser, createSession } from './open-session.ts'
import { deleteHalf, findHalf } from './store.ts'

type FinishDeps = CodeDeps & Pick<Deps, 'random'>

/** The account whose sign-in waits for a code; undefined when its time is over, or it was finished. */
export const halfSignIn = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, secret: string) =>
  findHalf(db, hashSecret(secret), clock.now())

export type Finishing = { secret: string; code: string; address: string; browser: Browser }

/**
 * Finishes a sign-in by a code of the second factor. Fails with `rest_session_not_found` when the sign-in does not wait any
 * more, with `incorrect_code` and with `rest_too_many_requests`.
 */
export async function finishSignIn(
  deps: FinishDeps,
  { secret, code, address, browser }: Finishing,
): Promise<{ id: number; secret: string }> {
  const half = (await halfSignIn(deps, secret)) ?? fail('rest_session_not_found')
  const userId = half.user_id
  await proveCode(deps, { userId, code, address })
  const db = actingOn(deps.db, actorBy(userId, 'finishSignIn'))
  return transaction(db, async tx => {
    // A new password ends what waits, and waits for this lock.
    await lockPasswordHash(tx, userId)
    if (!(await deleteHalf(tx, hashSecret(secret), deps.clock.now()))) {
      fail('rest_session_not_found')
    }
    return createSession(tx, deps, { userId, browser })
  })
}
