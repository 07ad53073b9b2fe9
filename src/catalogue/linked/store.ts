import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { freeSlug } from './free-slug.ts'
import type { Kind, LinkedRow } from './kind.ts'

/** The columns that a write sets, with those that only venues or only organizers have. */
export type RowChanges = Omit<Partial<LinkedRow>, 'id'> & { search_text?: string }

/** Both tables have these columns, so one type describes them; a kind adds its own. */
const tableOf = (kind: Kind) => kind.plural as 'venues'
const asColumns = (row: RowChanges) => row as Updateable<Database['venues']>

const shared = [
  'id',
  'author_id',
  'status',
  'name',
  'slug',
  'description',
  'description_html',
  'image_id',
  'published_local',
  'published_at',
  'updated_at',
] as const

export const columnsOf = (kind: Kind) => [...shared, ...kind.texts, ...kind.columns] as 'id'[]

const selectRows = (db: Db, kind: Kind) =>
  db.selectFrom(tableOf(kind)).select(columnsOf(kind)).$castTo<LinkedRow>()

export const findById = (db: Db, kind: Kind, id: number): Promise<LinkedRow | undefined> =>
  selectRows(db, kind).where('id', '=', id).executeTakeFirst()

export const findBySlug = (db: Db, kind: Kind, slug: string): Promise<LinkedRow | undefined> =>
  selectRows(db, kind).where('slug', '=', slug).where(sql<boolean>`slug <> ''`).executeTakeFirst()

export const selectByIds = (db: Db, kind: Kind, ids: readonly number[]) =>
  selectRows(db, kind).where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)

/** The rows whose ids another query returns. */
export const selectByQuery = (db: Db, kind: Kind, ids: RawBuilder<number>) =>
  selectRows(db, kind).where('id', 'in', sql<number>`(${ids})`)

export async function findByIds(db: Db, kind: Kind, ids: readonly number[]): Promise<LinkedRow[]> {
  return ids.length === 0 ? [] : selectByIds(db, kind, ids).execute()
}

export const lockById = (tx: Tx, kind: Kind, id: number): Promise<LinkedRow | undefined> =>
  selectRows(tx, kind).where('id', '=', id).forUpdate().executeTakeFirst()

/** Keeps these records out of the trash until the transaction ends. Returns whether none is missing or in the trash. */
export async function lockUsable(tx: Tx, kind: Kind, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const rows = await tx
    .selectFrom(tableOf(kind))
    .select('id')
    .where('id', 'in', wanted)
    .where('status', '<>', 'trash')
    .orderBy('id')
    .forShare()
    .execute()
  return rows.length === wanted.length
}

/** Lets records of one name be created one after the other, so that duplicates are found and slugs differ. */
export async function lockName(tx: Tx, kind: Kind, name: string): Promise<void> {
  const key = `${kind.plural}:${name.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Records with this name, ignoring case, that are not in the trash; oldest first. */
export const namesakes = (tx: Tx, kind: Kind, name: string): Promise<LinkedRow[]> =>
  selectRows(tx, kind)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('status', '<>', 'trash')
    .orderBy('id')
    .limit(100)
    .execute()

/**
 * The slug to use: the wanted one, or a numbered one when others have it. Candidates are queried by value, so
 * that the index is used.
 */
export function unusedSlug(
  tx: Tx,
  kind: Kind,
  { wished, own }: { wished: string; own?: string },
): Promise<string> {
  return freeSlug(wished, async slugs => {
    const rows = await tx
      .selectFrom(tableOf(kind))
      .select('slug')
      .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
      .where(sql<boolean>`slug <> ''`)
      .execute()
    return new Set(rows.map(row => row.slug).filter(slug => slug !== own))
  })
}

const insertsMax = 20

/** Adds the record under the first slug that is free at that moment. */
export async function insertRow(
  tx: Tx,
  kind: Kind,
  row: RowChanges & { name: string; status: string; slug: string },
): Promise<LinkedRow> {
  for (let attempt = 1; ; attempt += 1) {
    const slug = await unusedSlug(tx, kind, { wished: row.slug })
    const inserted = await touching(tx, [])
      .insertInto(tableOf(kind))
      .values({ ...asColumns(row), name: row.name, status: row.status, slug })
      .onConflict(conflict =>
        // Written as text: with a parameter, a prepared statement would not recognise the partial index.
        conflict.column('slug').where(sql<boolean>`slug <> ''`).doNothing(),
      )
      .returning(columnsOf(kind))
      .$castTo<LinkedRow>()
      .executeTakeFirst()
    if (inserted) return inserted
    if (attempt >= insertsMax) throw new Error(`No slug was free for ${kind.name} ${row.slug}.`)
  }
}

export function updateRow(
  tx: Tx,
  kind: Kind,
  { id, row }: { id: number; row: RowChanges },
): Promise<LinkedRow> {
  return touching(tx, [id])
    .updateTable(tableOf(kind))
    .set(asColumns(row))
    .where('id', '=', id)
    .returning(columnsOf(kind))
    .$castTo<LinkedRow>()
    .executeTakeFirstOrThrow()
}

/**
 * Moves the date of change of upcoming events at these venues, because calendars show another place. `isElsewhere`: the
 * venue has another name or address, so the calendar sequence increases too (contract.md 23.3).
 */
export async function changePlaceOfEvents(
  tx: Tx,
  venueIds: readonly number[],
  { now, isElsewhere }: { now: Date; isElsewhere: boolean },
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ updated_at: now, ...(isElsewhere ? { sequence: sql<number>`sequence + 1` } : {}) })
    .where('venue_id', '=', sql<number>`any(${[...venueIds]}::bigint[])`)
    .where('ends_at', '>', now)
    .execute()
}

/** Takes the organizer off every event. */
export async function unlinkOrganizer(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('event_organizers').where('organizer_id', '=', id).execute()
}

/** Takes the venue off every event. Returns those that are not over, which have guests to be told. */
export async function unlinkVenue(tx: Tx, { id, now }: { id: number; now: Date }) {
  const without = { venue_id: null, updated_at: now, sequence: sql<number>`sequence + 1` }
  const changed = await tx
    .updateTable('events')
    .set(without)
    .where('venue_id', '=', id)
    .returning(['id', 'start_local', 'end_local', 'timezone', 'all_day', 'happening', 'ends_at'])
    .execute()
  return changed.filter(({ ends_at }) => ends_at > now)
}

/**
 * Publishes the records whose date of publication has come, and returns their ids. It looks first: a write that names no
 * record ends every kept answer made of such records, also when it changes nothing.
 */
export async function publishDueRows(tx: Tx, kind: Kind, now: Date): Promise<number[]> {
  const due = await tx
    .selectFrom(tableOf(kind))
    .select('id')
    .where('status', '=', 'future')
    .where('published_at', '<=', now)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const rows = await touching(tx, ids)
    .updateTable(tableOf(kind))
    .set({ status: 'publish' })
    .where('id', 'in', ids)
    .where('status', '=', 'future')
    .where('published_at', '<=', now)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
