import type { Db, Tx } from '../../platform/db/database.ts'

export type SingleNonce = { hash: Buffer; action: string; user_id: number; expires_at: Date }

/** Keeps a nonce, and forgets those whose time is over. */
export async function insertNonce(db: Db, nonce: SingleNonce, now: Date) {
  await db.deleteFrom('single_nonces').where('expires_at', '<=', now).execute()
  await db.insertInto('single_nonces').values(nonce).execute()
}

type Named = { hash: Buffer; action: string; now: Date }

/** Whose nonce it is, while it lives. */
export async function findNonce(db: Db, { hash, action, now }: Named): Promise<number | undefined> {
  const row = await db
    .selectFrom('single_nonces')
    .select('user_id')
    .where('hash', '=', hash)
    .where('action', '=', action)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id
}

/** True for one of all that delete it. */
export async function deleteNonce(tx: Tx, hash: Buffer): Promise<boolean> {
  const gone = await tx.deleteFrom('single_nonces').where('hash', '=', hash).executeTakeFirst()
  return gone.numDeletedRows === 1n
}
