import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Whether the account of `users` has a confirmed second factor, for statements that read accounts. */
export const hasFactor = sql<boolean>`exists (
  select from second_factors where second_factors.user_id = users.id and confirmed_at is not null)`

/** Whether signing in to this account takes a code. */
export async function takesCode(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
