import { actorBy } from '../../core/actor.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { provePassword } from '../users/prove-password.ts'
import { changeUser } from '../users/save-user.ts'
import { type Browser, createSession, type PasswordProof } from './open-session.ts'

type Means = Pick<Deps, 'db' | 'random' | 'clock' | 'attempts'>
type NewPassword = { password: string; keepKeys: boolean; browser: Browser }

/**
 * Replaces the password of a person who knows it. Every session of the account ends, and this browser gets a new one.
 * Fails with `incorrect_password` and `rest_too_many_requests`.
 */
export async function changeOwnPassword(
  means: Means,
  proof: PasswordProof,
  { password, keepKeys, browser }: NewPassword,
): Promise<{ id: number; secret: string }> {
  const { id } = await provePassword(means, proof)
  const db = actingOn(means.db, actorBy(id, 'changeOwnPassword'))
  await changeUser(db, { id, changes: { password, keep_keys: keepKeys } })
  return transaction(db, tx => createSession(tx, means, { userId: id, browser }))
}
