import { actorBy } from '../../core/actor.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AttemptLimit } from '../../platform/http/limits/attempts.ts'
import type { Random } from '../../platform/random.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { lockPasswordHash } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import { createApplicationPassword } from './create-key.ts'

type SignInDeps = { db: Db; random: Random; attempts: AttemptLimit }
type Proof = { login: string; password: string; name?: string; expiresAt?: Date | null }

/**
 * Exchanges login and password for an application password. Fails with `incorrect_password`, also for an
 * unknown account, and with `rest_too_many_requests` after too many failures for one account or network.
 */
export async function exchangePassword(deps: SignInDeps, proof: Proof, address: string) {
  const { login, password } = proof
  const user = await provePassword(deps, { login, password, address })
  const { name = 'Sign-in', expiresAt = null } = proof
  const db = actingOn(deps.db, actorBy(user.id, 'signIn'))
  return transaction(db, async tx => {
    // A password reset at the same time must also end the credential that the old password opened.
    if ((await lockPasswordHash(tx, user.id)) !== user.password_hash) fail('incorrect_password')
    return createApplicationPassword({ ...deps, db: tx }, { userId: user.id, name, expiresAt })
  })
}
