import { fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AttemptLimit } from '../../platform/http/attempts.ts'
import type { Random } from '../../platform/random.ts'
import { findUserByLogin, guessedAccount } from '../users/lookup.ts'
import { passwordMatches } from '../users/password.ts'
import { createApplicationPassword } from './create-key.ts'

type Means = { db: Db; random: Random; attempts: AttemptLimit }
type Proof = { login: string; password: string; name?: string }

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
  return createApplicationPassword(means, { userId: user.id, name: proof.name ?? 'Sign-in' })
}
