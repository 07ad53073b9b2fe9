import type { Insertable, Updateable } from 'kysely'
import type { Database, Db } from '../../platform/db/database.ts'

const columns = ['id', 'login', 'display_name', 'email', 'role', 'grants', 'created_at'] as const

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number]

export function listUsers(db: Db) {
  return db.selectFrom('users').select(columns).orderBy('id').execute()
}

export function findUserRow(db: Db, id: number) {
  return db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
}

export function insertUser(db: Db, row: Insertable<Database['users']>) {
  return db.insertInto('users').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function updateUser(db: Db, id: number, row: Updateable<Database['users']>) {
  return db.updateTable('users').set(row).where('id', '=', id).returning(columns).executeTakeFirst()
}

export async function deleteUser(db: Db, id: number): Promise<boolean> {
  const gone = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
