import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/statement-names.ts'
import { touching } from '../../platform/db/touching.ts'
import { freeSlug } from '../linked/free-slug.ts'
import { type EventFilter, isPlain, type Seen, whereOf, eachByItself } from './filters.ts'
import { type EventRow, selectEvents } from './lookup.ts'

export type NewEvent = Insertable<Database['events']>
export type EventColumns = Updateable<Database['events']>

export function lockEvent(tx: Tx, id: number): Promise<EventRow | undefined> {
  return selectEvents(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function insertEvent(tx: Tx, row: NewEvent): Promise<number> {
  const { id } = await touching(tx, [])
    .insertInto('events')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateEvent(tx: Tx, id: number, changes: EventColumns) {
  await touching(tx, [id]).updateTable('events').set(changes).where('id', '=', id).execute()
}

/** The wanted slug, or the slug with the first free number. `own` is the event's present slug, which counts as free. */
export function unusedSlug(
  tx: Tx,
  { wished, own }: { wished: string; own: string },
): Promise<string> {
  return freeSlug(wished, async slugs => {
    const rows = await tx
      .selectFrom('events')
      .select('slug')
      .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
      .where(sql<boolean>`slug <> ''`)
      .where('slug', '<>', own)
      .execute()
    return new Set(rows.map(({ slug }) => slug))
  })
}

export async function replaceOrganizers(tx: Tx, eventId: number, ids: readonly number[]) {
  const own = touching(tx, [eventId])
  await own.deleteFrom('event_organizers').where('event_id', '=', eventId).execute()
  if (ids.length === 0) return
  await sql`
    insert into event_organizers (event_id, organizer_id, ordinal)
    select ${eventId}::bigint, id, ordinal
    from unnest(${[...ids]}::bigint[]) with ordinality as given (id, ordinal)
  `.execute(own)
}

export async function writeTicketSummary(
  tx: Tx,
  eventId: number,
  {
    ticketed,
    pricesMinor,
    currency,
  }: { ticketed: readonly string[]; pricesMinor: readonly number[]; currency: string | null },
) {
  await touching(tx, [eventId])
    .updateTable('events')
    .set({
      ticketed: [...ticketed],
      ticket_prices_minor: [...pricesMinor],
      ticket_prices_currency: currency,
    })
    .where('id', '=', eventId)
    .execute()
}

/** Events whose date of publication has come. */
export async function dueEvents(tx: Tx, now: Date) {
  return (
    selectEvents(tx)
      // Written as text, so that a prepared statement can use the partial index of scheduled events.
      .where(sql<boolean>`status = 'future'`)
      .where('published_at', '<=', now)
      .orderBy('id')
      .limit(500)
      .forUpdate()
      .skipLocked()
      .execute()
  )
}

/** When the next event is due for publication, possibly in the past; undefined when none is scheduled. */
export async function nextPublication(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('events')
    .select('published_at')
    .where(sql<boolean>`status = 'future'`)
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst()
  return row?.published_at ?? undefined
}

type ListRequest = {
  filter: EventFilter
  seen: Seen
  page: { limit: number; offset: number }
  /** The most events that one list may read. */
  throughMost: number
}

/**
 * One page of events by start, or by publication for named ones, and the total for this caller. Undefined
 * when more events would have to be read than allowed.
 */
export async function listEvents(
  db: Db,
  { filter, seen, page, throughMost }: ListRequest,
): Promise<{ rows: EventRow[]; total: number } | undefined> {
  const where = whereOf(filter, seen)
  if (isPlain(filter)) {
    // Only the rows of the page are read with all columns; a far page skips index entries, not rows.
    const ids = sql<number>`any(array(
      select id from events where ${where}
      order by starts_at, id limit ${page.limit} offset ${page.offset}))`
    const rows = await selectEvents(db)
      .where('id', '=', ids)
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
    return { rows, total: await countOf(db, where) }
  }
  const isNamed = filter.include !== undefined
  if (!isNamed && throughMost !== Number.POSITIVE_INFINITY) {
    if ((await countInWindow(db, { filter, seen }, throughMost + 1)) > throughMost) return undefined
  }
  const searched = (await readsThrough(db, filter, seen))
    ? whereOf(filter, seen, eachByItself)
    : where
  const { ids, total } = await idsOf(db, searched, {
    byPublication: isNamed,
    page,
  })
  return { rows: await eventsInOrder(db, ids), total }
}

/** Up to this many events it is faster to test each one than to search the index of a common word or term. */
const readThroughMax = 2000

/** Whether the window holds so few events that each is tested. Common words and terms are mostly on past events. */
async function readsThrough(db: Db, filter: EventFilter, seen: Seen): Promise<boolean> {
  const { dates } = filter
  const names = Object.keys(eachByItself) as (keyof EventFilter)[]
  if (!isPlain({ dates }) || names.every(name => filter[name] === undefined)) return false
  return (await countInWindow(db, { filter, seen }, readThroughMax)) < readThroughMax
}

/** How many events lie in the window of a filter; counting stops at `most`. */
async function countInWindow(
  db: Db,
  { filter: { dates }, seen }: Pick<ListRequest, 'filter' | 'seen'>,
  most: number,
): Promise<number> {
  const inWindow = sql`select from events where ${whereOf({ dates }, seen)} limit ${most}`
  const { rows } = await sql<{ count: number }>`${sql.raw(plannedAnew)}
    select count(*) as count from (${inWindow}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

async function countOf(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`${sql.raw(plannedAnew)}
    select count(*) as total from events where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Finds all matches once, for both the page and the total, with the index that suits these values best. */
async function idsOf(
  db: Db,
  where: RawBuilder<boolean>,
  { byPublication, page }: { byPublication: boolean; page: ListRequest['page'] },
): Promise<{ ids: number[]; total: number }> {
  const order = byPublication ? sql`published_at desc, id desc` : sql`starts_at, id`
  const { rows } = await sql<{ id: number; total: number }>`${sql.raw(plannedAnew)}
    with found as materialized (
      select id, starts_at, published_at from events where ${where}
    )
    select id, (select count(*) from found) as total
    from found order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

async function eventsInOrder(db: Db, ids: readonly number[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const rows = await selectEvents(db)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
