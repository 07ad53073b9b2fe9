import { type Insertable, sql, type Updateable } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'

export type MemberRow = Awaited<ReturnType<typeof listGrants>>[number]

const selectGrants = (db: Db) =>
  db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .leftJoin('events', 'events.id', 'grants.event_id')
    .select(['grants.id', 'grants.user_id', 'grants.set', 'grants.event_id', 'grants.created_at'])
    .select(['grants.refund_limit_minor', 'grants.currency', 'events.title as event_title'])
    .select(['users.login', 'users.display_name', 'users.email'])
    .select(sql<boolean>`users.password_hash is null`.as('has_no_password'))

/** The grants for events in reach, or all. */
export function listGrants(db: Db, reach: Reach) {
  return selectGrants(db)
    .$if(reach !== 'all', query =>
      query.where(sql<boolean>`grants.event_id = any(${reach === 'all' ? [] : reach}::bigint[])`),
    )
    .orderBy('grants.id')
    .execute()
}

export function findGrant(db: Db, id: number) {
  return selectGrants(db).where('grants.id', '=', id).executeTakeFirst()
}

export async function insertGrant(tx: Tx, row: Insertable<Database['grants']>): Promise<number> {
  const { id } = await tx.insertInto('grants').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateGrant(tx: Tx, id: number, row: Updateable<Database['grants']>) {
  await tx.updateTable('grants').set(row).where('id', '=', id).execute()
}

export async function deleteGrant(tx: Tx, id: number) {
  await tx.deleteFrom('grants').where('id', '=', id).execute()
}

/** The titles of these events; an id without a title is no event. */
export async function titlesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['id', 'title'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
