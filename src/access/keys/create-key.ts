import type { Caller } from '../../core/caller.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Random } from '../../platform/random.ts'
import { demandCredential } from './lookup.ts'
import { apiKeyPrefix, hashSecret, type Scope, withoutSpaces } from './rules.ts'
import { insertApiKey, insertApplicationPassword } from './store.ts'

const secretBytes = 24

/**
 * `by` is the caller, whose credential must still be valid. Without it the operator or a fresh sign-in makes
 * the key.
 */
type Maker = { db: Db; random: Random; by?: Caller }
type Draft = { userId: number; name: string; expiresAt?: Date | null }

/** Makes an application password for HTTP Basic. The secret is returned once and stored only as a hash. */
export async function createApplicationPassword(
  maker: Maker,
  { userId, name, expiresAt, secret = made(maker) }: Draft & { secret?: string },
) {
  const row = await whileCredentialHolds(maker, tx =>
    insertApplicationPassword(tx, {
      user_id: userId,
      name,
      secret_hash: hashSecret(withoutSpaces(secret)),
      expires_at: expiresAt ?? null,
    }),
  )
  return { ...row, secret }
}

/** Makes an API key for `Authorization: Bearer`. The secret is returned once and stored only as a hash. */
export async function createApiKey(maker: Maker, draft: Draft & { scopes: Scope[] }) {
  const secret = apiKeyPrefix + made(maker)
  const row = await whileCredentialHolds(maker, tx =>
    insertApiKey(tx, {
      user_id: draft.userId,
      name: draft.name,
      scopes: draft.scopes,
      secret_hash: hashSecret(secret),
      expires_at: draft.expiresAt ?? null,
    }),
  )
  return { ...row, secret }
}

const made = ({ random }: Maker) => random.token(secretBytes)

/** A password reset at the same time ends either the credential of this request or the new key. */
function whileCredentialHolds<T>({ db, by }: Maker, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async tx => {
    if (by) await demandCredential(tx, by)
    return work(tx)
  })
}
