import type { Caller } from '../../core/caller.ts'
import { credentialEndOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refuse } from '../../platform/http/access.ts'
import { demandCredential } from '../keys/lookup.ts'
import { hashSecret } from '../keys/rules.ts'
import { findUser } from '../users/lookup.ts'
import { mayGive } from '../users/rules.ts'
import { linkLifeMs, type LinkPurpose } from './rules.ts'
import { insertLink } from './store.ts'

const secretBytes = 32

type LinkDeps = Pick<Deps, 'db' | 'random' | 'clock'>
type Draft = { userId: number; purpose: LinkPurpose; by?: Caller }

/**
 * Creates a link that opens an account once, and returns its secret, which is stored only as a hash. `by` is a caller
 * with all rights of the account and a credential without an expiry, because a link leads to a password (contract.md
 * 4.7, 21.5). Without `by` it is the operator. Fails with `rest_user_not_found` and `rest_forbidden`.
 */
export async function createLink(
  { db, random, clock }: LinkDeps,
  { userId, purpose, by }: Draft,
): Promise<{ secret: string; expiresAt: Date }> {
  return transaction(db, async tx => {
    const user = (await findUser(tx, userId)) ?? fail('rest_user_not_found')
    if (by) {
      if (!mayGive(by, user)) refuse(by)
      if (credentialEndOf(by) !== null) fail('rest_forbidden', { message: hasAnEnd })
      await demandCredential(tx, by)
    }
    const now = clock.now()
    const secret = random.token(secretBytes)
    const expiresAt = new Date(now.getTime() + linkLifeMs[purpose])
    const row = { user_id: userId, purpose, secret_hash: hashSecret(secret), expires_at: expiresAt }
    await insertLink(tx, row)
    return { secret, expiresAt }
  })
}

const hasAnEnd =
  'This credential has an end, and a link leads to what has none: use one that lasts, or sign in again.'
