import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'

import { grantRows } from './lookup.grants.ts'

const columns = ['id', 'login', 'display_name', 'email', 'role', 'grants', 'created_at'] as const

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number]

export function listUsers(db: Db) {
  return db.selectFrom('users').select(columns).orderBy('id').execute()
}

export function findUserRow(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(columns)
    .select(grantRows.as('team'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Locks the accounts against other writers until the transaction ends; readers and rows that refer to
 * accounts are not blocked. Rules over several accounts (the last administrator, unique names) hold only
 * under this lock.
 */
export async function lockAccounts(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx)
}

/** Whether another account uses one of these texts as login or e-mail address, ignoring case. */
export async function isNameTaken(
  tx: Tx,
  { names, except }: { names: readonly string[]; except: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from users u join unnest(${names}::text[]) as wanted (name)
        on lower(u.login) = lower(wanted.name) or (u.email <> '' and lower(u.email) = lower(wanted.name))
      where u.id is distinct from ${except}::bigint
    ) as taken
  `.execute(tx)
  return rows[0]?.taken === true
}

/** Whether any other account is an administrator. */
export async function hasOtherAdministrator(tx: Tx, id: number): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

export function insertUser(db: Db, row: Insertable<Database['users']>) {
  return db.insertInto('users').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function updateUser(db: Db, id: number, row: Updateable<Database['users']>) {
  return db
    .updateTable('users')
    .set({ id, ...row })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}
