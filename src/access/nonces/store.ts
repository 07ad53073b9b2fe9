import type { Db, Tx } from '../../platform/db/database.ts'

export type SingleNonce = { hash: Buffer; action: string; user_id: number; expires_at: Date }

/** Deletes the nonces of all accounts that have ended. */
export async function deleteEndedNonces(tx: Tx, now: Date) {
  await tx.deleteFrom('single_nonces').where('expires_at', '<=', now).execute()
}

/** Stores a nonce. */
export async function insertNonce(db: Db, nonce: SingleNonce) {
  await db.insertInto('single_nonces').values(nonce).execute()
}

type StoredNonce = { hash: Buffer; action: string; now: Date }

/** The owner of a nonce that has not ended. */
export async function findNonce(
  db: Db,
  { hash, action, now }: StoredNonce,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('single_nonces')
    .select('user_id')
    .where('hash', '=', hash)
    .where('action', '=', action)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes the nonce. Of several concurrent callers one gets true. */
export async function deleteNonce(tx: Tx, hash: Buffer): Promise<boolean> {
  const gone = await tx.deleteFrom('single_nonces').where('hash', '=', hash).executeTakeFirst()
  return gone.numDeletedRows === 1n
}
