import { sql } from 'kysely'
import { containing } from '../../platform/db/like.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export type SavedView = Awaited<ReturnType<typeof listViews>>[number]

const columns = ['id', 'user_id', 'list', 'name', 'query', 'shared', 'created_at'] as const

/** The views of a person, and those that others share; by list and name. */
export const listViews = (db: Db, userId: number) =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where(eb => eb.or([eb('user_id', '=', userId), eb('shared', '=', true)]))
    .orderBy('list')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

export const findView = (db: Db, id: number) =>
  db.selectFrom('saved_views').select(columns).where('id', '=', id).executeTakeFirst()

export async function countViews(tx: Tx, userId: number): Promise<number> {
  // Of one person at a time, so that two requests do not both find room for one more.
  await sql`select id from users where id = ${userId} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('saved_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export type ViewDraft = {
  user_id: number
  list: string
  name: string
  query: string
  shared: boolean
}

/** Saves a view; one of the same person, list and name is replaced. Returns its id. */
export async function saveView(tx: Tx, draft: ViewDraft): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_views (user_id, list, name, query, shared)
    values (${draft.user_id}, ${draft.list}, ${draft.name}, ${draft.query}, ${draft.shared})
    on conflict (user_id, list, lower(name)) do update
      set name = excluded.name, query = excluded.query, shared = excluded.shared
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function deleteView(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the views that look for somebody's address (small letters), in whatever way the address of the list has it. */
export async function deleteViewsHolding(tx: Tx, email: string): Promise<void> {
  const plain = sql`replace(replace(lower(query || ' ' || name), '%40', '@'), '%2b', '+')`
  const encoded = encodeURIComponent(email).toLowerCase()
  await sql`delete from saved_views where ${plain} like ${containing(email)}
    or lower(query) like ${containing(encoded)}`.execute(tx)
}
