import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Piece } from '../../platform/db/together.ts'
import { imageViews } from '../images/lookup.ts'
import { conditions, type ListFilter, type ListViewer } from './filters.ts'
import type { Kind, LinkedRow } from './kind.ts'
import { showRecord, type ViewContext } from './show-record.ts'
import { columnsOf, findByIds, findBySlug, selectByIds, selectByQuery } from './store.ts'

/** The records with these ids, in no particular order; unknown ids are skipped. */
export const findRecords = (db: Db, kind: Kind, ids: readonly number[]): Promise<LinkedRow[]> =>
  findByIds(db, kind, ids)

/** The query for records with these ids, to be read together with other queries. */
export const recordPiece = (db: Db, kind: Kind, ids: readonly number[]): Piece<LinkedRow> => ({
  query: selectByIds(db, kind, ids),
})

/** The records whose ids another query returns, to be read together with other queries. */
export const recordsIn = (db: Db, kind: Kind, ids: RawBuilder<number>): Piece<LinkedRow> => ({
  query: selectByQuery(db, kind, ids),
})

/** The ids of the images of these records, as part of a statement. */
export const imageIdsOf = (kind: Kind, ids: readonly number[]) =>
  sql<number>`select image_id from ${sql.table(kind.plural)} where id = any(${[...ids]}::bigint[])`

/** These rows as the API shows them; one statement for their images. */
export async function showAll(
  db: Db,
  kind: Kind,
  { rows, ...showing }: Omit<ViewContext, 'images'> & { rows: readonly LinkedRow[] },
): Promise<Record<string, unknown>[]> {
  const imageIds = rows.map(row => row.image_id)
  const images = await imageViews(db, imageIds, showing.publicRoot)
  return rows.map(row => showRecord(kind, row, { ...showing, images }))
}

export type ListWindow = { limit: number; offset: number }

/** One page of a list, newest publication first, and the total for this caller. */
export async function listRecords(
  db: Db,
  kind: Kind,
  wanted: { filter: ListFilter; seen: ListViewer; window: ListWindow },
): Promise<{ rows: LinkedRow[]; total: number }> {
  const { filter, seen, window } = wanted
  const table = sql.table(kind.plural)
  const where = conditions(kind, filter, seen)
  const columns = sql.join(columnsOf(kind).map(column => sql.ref(`r.${column}`)))
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${table} r where ${where}`.execute(db)
  const { rows } = await sql<LinkedRow>`
    select ${columns} from (select * from ${table} r where ${where} ${fence(filter)}) r
    order by r.published_at desc, r.id desc limit ${window.limit} offset ${window.offset}`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Few records match a search or an event, and an index of their own finds them. Without the fence the planner
 * may read all records by date to avoid sorting.
 */
const fence = ({ search, event }: ListFilter) =>
  search === undefined && event === undefined ? sql`` : sql`offset 0`

/** A record by the last part of its page's address: its slug or its id. */
export async function findRecordPage(
  db: Db,
  kind: Kind,
  name: string,
): Promise<LinkedRow | undefined> {
  const bySlug = await findBySlug(db, kind, name)
  if (bySlug || !/^\d{1,15}$/.test(name)) return bySlug
  const [byId] = await findByIds(db, kind, [Number(name)])
  return byId
}

/** The last parts of the pages of published records, and when each changed; the last changed ones first. */
export async function recordsForSearchEngines(
  db: Db,
  kind: Kind,
  most: number,
): Promise<{ name: string; updated_at: Date }[]> {
  const { rows } = await sql<{ name: string; updated_at: Date }>`
    select case when slug = '' then id::text else slug end as name, updated_at
    from ${sql.table(kind.plural)} where status = 'publish'
    order by updated_at desc, id limit ${most}`.execute(db)
  return rows
}
