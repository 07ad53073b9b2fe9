import type { Db } from '../../platform/db/database.ts'
import type { Random } from '../../platform/random.ts'
import { apiKeyPrefix, hashSecret, type Scope, withoutSpaces } from './rules.ts'
import { insertApiKey, insertApplicationPassword } from './store.ts'

const secretBytes = 24

type Maker = { db: Db; random: Random }

/** Makes an application password for HTTP Basic. The secret is in the answer and nowhere else. */
export async function createApplicationPassword(
  { db, random }: Maker,
  {
    userId,
    name,
    secret = random.token(secretBytes),
  }: { userId: number; name: string; secret?: string },
) {
  const secret_hash = hashSecret(withoutSpaces(secret))
  const row = await insertApplicationPassword(db, { user_id: userId, name, secret_hash })
  return { ...row, secret }
}

/** Makes an API key for `Authorization: Bearer`. The secret is in the answer and nowhere else. */
export async function createApiKey(
  { db, random }: Maker,
  draft: { userId: number; name: string; scopes: Scope[]; expiresAt?: Date },
) {
  const secret = apiKeyPrefix + random.token(secretBytes)
  const row = await insertApiKey(db, {
    user_id: draft.userId,
    name: draft.name,
    scopes: draft.scopes,
    secret_hash: hashSecret(secret),
    expires_at: draft.expiresAt ?? null,
  })
  return { ...row, secret }
}
