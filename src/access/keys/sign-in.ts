import { actorBy } from '../../core/actor.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { takesCode } from '../second-factor/lookup.ts'
import { type CodeDeps, proveCode } from '../second-factor/prove-code.ts'
import { lockPasswordHash } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import { createApplicationPassword } from './create-key.ts'

type SignInDeps = CodeDeps & Pick<Deps, 'random'>
type Proof = {
  login: string
  password: string
  code?: string
  name?: string
  expiresAt?: Date | null
}

/**
 * Exchanges login and password, with a code where the account has a second factor, for an application password. Fails
 * with `incorrect_password`, also for an unknown account, `rest_code_required`, `incorrect_code`, and with
 * `rest_too_many_requests` after too many failures for one account or network.
 */
export async function exchangePassword(deps: SignInDeps, proof: Proof, address: string) {
  const { login, password } = proof
  const user = await provePassword(deps, { login, password, address })
  const { name = 'Sign-in', expiresAt = null, code } = proof
  if (await takesCode(deps.db, user.id)) {
    if (code === undefined) fail('rest_code_required')
    await proveCode(deps, { userId: user.id, code, address })
  }
  const db = actingOn(deps.db, actorBy(user.id, 'signIn'))
  return transaction(db, async tx => {
    // A password reset at the same time must also end the credential that the old password opened.
    if ((await lockPasswordHash(tx, user.id)) !== user.password_hash) fail('incorrect_password')
    return createApplicationPassword({ ...deps, db: tx }, { userId: user.id, name, expiresAt })
  })
}
