import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'

const passwordColumns = [
  'id',
  'user_id',
  'name',
  'created_at',
  'expires_at',
  'last_used_on',
] as const
const keyColumns = [...passwordColumns, 'scopes'] as const

export function insertApplicationPassword(
  db: Db,
  row: Insertable<Database['application_passwords']>,
) {
  return db
    .insertInto('application_passwords')
    .values(row)
    .returning(passwordColumns)
    .executeTakeFirstOrThrow()
}

export function listApplicationPasswords(db: Db, userId: number) {
  return db
    .selectFrom('application_passwords')
    .select(passwordColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Deletes an application password; true when it existed. */
export async function deleteApplicationPassword(db: Db, userId: number, id: number) {
  const gone = await db
    .deleteFrom('application_passwords')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export function insertApiKey(db: Db, row: Insertable<Database['api_keys']>) {
  return db.insertInto('api_keys').values(row).returning(keyColumns).executeTakeFirstOrThrow()
}

/** The API keys of one user, or all when no user is given. */
export function listApiKeys(db: Db, userId: number | undefined) {
  return db
    .selectFrom('api_keys')
    .select(keyColumns)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? 0))
    .orderBy('id')
    .execute()
}

/** Deletes an API key; true when it existed. `userId` limits it to that user's keys. */
export async function deleteApiKey(db: Db, id: number, userId: number | undefined) {
  const gone = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? 0))
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Deletes all application passwords and API keys of a user, and returns them. */
export async function deleteCredentialsOf(tx: Tx, userId: number) {
  await tx.deleteFrom('brought_passwords').where('user_id', '=', userId).execute()
  const [application_passwords, api_keys] = await Promise.all([
    tx
      .deleteFrom('application_passwords')
      .where('user_id', '=', userId)
      .returning(passwordColumns)
      .execute(),
    tx.deleteFrom('api_keys').where('user_id', '=', userId).returning(keyColumns).execute(),
  ])
  return { application_passwords, api_keys }
}
