import { actorBy } from '../../core/actor.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { takesCode } from '../second-factor/lookup.ts'
import { type CodeDeps, proveCode } from '../second-factor/prove-code.ts'
import { isDemanded } from '../second-factor/rules.ts'
import { callerOf } from '../users/caller-of.ts'
import { findUser, lockPasswordHash } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import { createApplicationPassword } from './create-key.ts'

type SignInDeps = CodeDeps & Pick<Deps, 'random' | 'siteSettings'>
type Proof = {
  login: string
  password: string
  code?: string
  name?: string
  expiresAt?: Date | null
}

/**
 * Exchanges login and password, with a code where the account has a second factor, for an application password. Fails
 * with `incorrect_password`, also for an unknown account, `rest_code_required`, `incorrect_code`, with
 * `rest_too_many_requests` after too many failures for one account or network, and with `rest_second_factor_required` where
 * the site demands a second factor that is not set up yet.
 */
export async function exchangePassword(deps: SignInDeps, proof: Proof, address: string) {
  const { login, password } = proof
  const user = await provePassword(deps, { login, password, address })
  const { name = 'Sign-in', expiresAt = null, code } = proof
  if (await takesCode(deps.db, user.id)) {
    if (code === undefined) fail('rest_code_required')
    await proveCode(deps, { userId: user.id, code, address })
  } else {
    await demandNoFactor(deps, user.id)
  }
  const db = actingOn(deps.db, actorBy(user.id, 'signIn'))
  return transaction(db, async tx => {
    // A password reset at the same time must also end the credential that the old password opened.
    if ((await lockPasswordHash(tx, user.id)) !== user.password_hash) fail('incorrect_password')
    return createApplicationPassword({ ...deps, db: tx }, { userId: user.id, name, expiresAt })
  })
}

/** An application password goes on without codes, so none is made where the demanded second factor was never set up. */
async function demandNoFactor({ db, siteSettings }: SignInDeps, userId: number): Promise<void> {
  const user = (await findUser(db, userId)) ?? fail('incorrect_password')
  const caller = callerOf({ ...user, userId }, { credentialEndsAt: null, credential: '' })
  if (isDemanded(siteSettings().secondFactor, caller)) fail('rest_second_factor_required')
}
