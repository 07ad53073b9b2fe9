import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { freeSlug } from '../linked/free-slug.ts'
import { type EventRow, selectEvents } from './lookup.ts'
import type { Schedule } from './rules.ts'

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

/** Columns that a copy has of its event as they are. */
const copied = sql.raw(
  `parent_id, title, description, description_html, excerpt, excerpt_html, password_hash, venue_id, image_id,
  website, cost, show_map, show_map_link, hide_from_listings, sticky, featured, search_text, online_url,
  doors_offset_s, age_note, access_note`,
)

/** Adds a draft like an event, at another time. */
export async function insertCopy(
  tx: Tx,
  from: number,
  { author_id: author, now, ...at }: Schedule & { author_id: number | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into events (status, author_id, timezone, all_day, start_local, end_local, starts_at, ends_at,
      created_at, updated_at, ${copied})
    select 'draft', ${author}::bigint, ${at.timezone}, ${at.all_day}::boolean, ${at.start_local},
      ${at.end_local}, ${at.starts_at}::timestamptz, ${at.ends_at}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz, ${copied}
    from events where id = ${from}
    returning id
  `.execute(touching(tx, []))
  return rows[0]?.id ?? 0
}
