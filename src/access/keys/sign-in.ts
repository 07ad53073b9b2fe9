import { fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AttemptLimit } from '../../platform/http/attempts.ts'
import type { Random } from '../../platform/random.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findUserByLogin, guessedAccount, lockPasswordHash } from '../users/lookup.ts'
import { passwordMatches } from '../users/password.ts'
import { createApplicationPassword } from './create-key.ts'

type Means = { db: Db; random: Random; attempts: AttemptLimit }
type Proof = { login: string; password: string; name?: string; expiresAt?: Date | null }

/**
 * Exchanges login and password for an application password. Fails with `incorrect_password`, the same for an unknown
 * account, and with `rest_too_many_requests` after too many failures at one account or from one network.
 */
export async function exchangePassword(means: Means, proof: Proof, address: string) {
  const found = await findUserByLogin(means.db, proof.login)
  const guess = { target: guessedAccount(found, proof.login), address }
  const user = await means.attempts.judge('sign-in', guess, async () => {
    const matches = await passwordMatches(found?.password_hash ?? null, proof.password)
    return matches ? found : undefined
  })
  if (!user) return fail('incorrect_password')
  const { name = 'Sign-in', expiresAt = null } = proof
  return transaction(means.db, async tx => {
    // A reset at the same time must not be outlived by what the old password opened.
    if ((await lockPasswordHash(tx, user.id)) !== user.password_hash) fail('incorrect_password')
    return createApplicationPassword({ ...means, db: tx }, { userId: user.id, name, expiresAt })
  })
}
