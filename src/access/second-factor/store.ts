import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type FactorRow = {
  secret: Buffer
  created_at: Date
  confirmed_at: Date | null
}

export function findFactor(db: Db, userId: number): Promise<FactorRow | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Begins a set-up anew; false when the account has a confirmed factor, which stays. */
export async function beginFactor(
  db: Db,
  { userId, secret, now }: { userId: number; secret: Buffer; now: Date },
): Promise<boolean> {
  const begun = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Uses the code of a step up; false when it, or a later one, was used before. */
export async function spendStep(db: Db, userId: number, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Uses a recovery code up; true for one of simultaneous callers. */
export async function spendRecovery(
  db: Db,
  { userId, codeHash, now }: { userId: number; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Confirms a set-up; true for one of simultaneous callers. */
export async function markConfirmed(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const done = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Replaces the recovery codes of an account, used and unused. */
export async function replaceRecovery(tx: Tx, userId: number, hashes: readonly Buffer[]) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash })))
    .execute()
}

export async function countRecovery(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Deletes the factor with its recovery codes; false when there was none. */
export async function deleteFactor(db: Db, userId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
