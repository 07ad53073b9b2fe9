import { actorBy } from '../../core/actor.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockPasswordHash } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import { type Browser, createSession, type PasswordProof } from './open-session.ts'
import { replacePassword } from './replace-password.ts'

type PasswordDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'attempts'>
type NewPassword = { password: string; keepKeys: boolean; browser: Browser }

/**
 * Replaces the password of a person who knows it. Every session of the account ends, and this browser gets a new one.
 * Fails with `incorrect_password` and `rest_too_many_requests`.
 */
export async function changeOwnPassword(
  deps: PasswordDeps,
  proof: PasswordProof,
  { password, keepKeys, browser }: NewPassword,
): Promise<{ id: number; secret: string }> {
  const { id, password_hash: proven } = await provePassword(deps, proof)
  const db = actingOn(deps.db, actorBy(id, 'changeOwnPassword'))
  const demand = async (tx: Tx) => {
    // Of two changes at the same time, the second was proven by a password that does not count any more.
    if ((await lockPasswordHash(tx, id)) !== proven) fail('incorrect_password')
  }
  // The browser is signed in, so its person has given a code already.
  const open = (tx: Tx) => createSession(tx, deps, { userId: id, browser })
  return replacePassword(db, { userId: id, password, keepKeys, demand, open })
}
