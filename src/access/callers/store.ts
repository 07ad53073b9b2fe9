import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The owner of an application password, also when the password has ended. */
export function findPasswordOwner(db: Db, secretHash: Buffer) {
  return db
    .selectFrom('application_passwords as secret')
    .innerJoin('users', 'users.id', 'secret.user_id')
    .select(['secret.id as secret_id', 'secret.last_used_on', 'users.id', 'users.login'])
    .select(['secret.expires_at', 'users.email', 'users.role', 'users.grants'])
    .where('secret.secret_hash', '=', secretHash)
    .executeTakeFirst()
}

/** The owner of an API key, also when the key has ended. */
export function findKeyOwner(db: Db, secretHash: Buffer) {
  return db
    .selectFrom('api_keys as secret')
    .innerJoin('users', 'users.id', 'secret.user_id')
    .select(['secret.id as secret_id', 'secret.last_used_on', 'secret.scopes', 'secret.expires_at'])
    .select(['users.id', 'users.role', 'users.grants'])
    .where('secret.secret_hash', '=', secretHash)
    .executeTakeFirst()
}

/** Records the day on which a credential was last used, so that people can find unused ones. */
export async function noteUse(
  db: Db,
  table: 'application_passwords' | 'api_keys',
  { id, day }: { id: number; day: string },
) {
  await db
    .updateTable(table)
    .set({ last_used_on: sql<string>`${day}::date` })
    .where('id', '=', id)
    .execute()
}
