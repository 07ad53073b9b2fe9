import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Piece } from '../../platform/db/together.ts'
import type { LinkedRow } from '../linked/kind.ts'
import { recordsIn } from '../linked/lookup.ts'
import { organizerKind } from '../organizers/kind.ts'
import { venueKind } from '../venues/kind.ts'

const listedColumns = [
  'id',
  'status',
  'title',
  'description',
  'description_html',
  'excerpt',
  'excerpt_html',
  'slug',
  'password_hash',
  'timezone',
  'all_day',
  'start_local',
  'end_local',
  'starts_at',
  'ends_at',
  'published_at',
  'created_at',
  'updated_at',
  'venue_id',
  'happening',
  'sequence',
  'doors_offset_s',
  'age_note',
  'access_note',
] as const

/** The link itself is for holders of tickets, so no reader of events has it (contract.md 37.1). */
const isOnline = sql<boolean>`online_url is not null`

const columns = [
  ...listedColumns,
  'author_id',
  'parent_id',
  'published_local',
  'image_id',
  'website',
  'cost',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'ticketed',
  'ticket_prices_minor',
  'ticket_prices_currency',
  'happening_reason',
  'external_id',
] as const

const organizerIds = sql<number[]>`array(
  select l.organizer_id from event_organizers l where l.event_id = events.id order by l.ordinal
)`

/**
 * Events with the columns that every reader needs and the ids of their organizers in order, without the
 * search text.
 */
export const selectEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select([...columns, isOnline.as('is_online'), organizerIds.as('organizer_ids')])

export type EventRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirst']>>
>

/** What calendars and feeds show of an event. They list thousands, so they read no other column. */
export type ListedEvent = Pick<EventRow, (typeof listedColumns)[number] | 'is_online'>

/** Events with what calendars and feeds show. */
export const selectListed = (db: Db) =>
  db.selectFrom('events').select([...listedColumns, isOnline.as('is_online')])

/** The event with this id, whatever its status. */
export function findEvent(db: Db, id: number): Promise<EventRow | undefined> {
  return selectEvents(db).where('id', '=', id).executeTakeFirst()
}

/** The events with these ids, whatever their status, in the order of their ids. */
export const findEvents = (db: Db, ids: readonly number[]): Promise<EventRow[]> =>
  selectByIds(db, ids).execute()

const selectByIds = (db: Db, ids: readonly number[]) =>
  selectEvents(db)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')

type EventPieces = {
  events: Piece<EventRow>
  venues: Piece<LinkedRow>
  organizers: Piece<LinkedRow>
}

/** These events, and the venues and organizers that they name, to be read together with other queries. */
export const eventPieces = (db: Db, ids: readonly number[]): EventPieces => ({
  events: {
    query: selectByIds(db, ids),
  },
  venues: recordsIn(
    db,
    venueKind,
    sql`select venue_id from events where id = any(${[...ids]}::bigint[])`,
  ),
  organizers: recordsIn(
    db,
    organizerKind,
    sql`select organizer_id from event_organizers where event_id = any(${[...ids]}::bigint[])`,
  ),
})

/** The event with this slug, whatever its status. */
export function findEventBySlug(db: Db, slug: string): Promise<EventRow | undefined> {
  return selectEvents(db)
    .where('slug', '=', slug)
    .where(sql<boolean>`slug <> ''`)
    .executeTakeFirst()
}

/** The event with this id where it comes from, whatever its status. */
export const findByExternalId = (db: Db, externalId: string): Promise<EventRow | undefined> =>
  selectEvents(db).where('external_id', '=', externalId).executeTakeFirst()

export type Neighbour = { readonly id: number; readonly slug: string; readonly title: string }

/** The public events before and after this one, by start. */
export async function neighboursOf(
  db: Db,
  { id, starts_at }: Pick<EventRow, 'id' | 'starts_at'>,
): Promise<{ previous: Neighbour | undefined; next: Neighbour | undefined }> {
  const beside = (compare: '<' | '>') =>
    db
      .selectFrom('events')
      .select(['id', 'slug', 'title'])
      .where('status', '=', 'publish')
      .where('hide_from_listings', '=', false)
      .where('slug', '<>', '')
      .where(
        sql<boolean>`(starts_at, id) ${sql.raw(compare)} (${starts_at}::timestamptz, ${id}::bigint)`,
      )
      .orderBy('starts_at', compare === '<' ? 'desc' : 'asc')
      .orderBy('id', compare === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
  const [previous, next] = await Promise.all([beside('<'), beside('>')])
  return { previous, next }
}

/** Slugs and last changes of public events for search engines, the latest starts first. */
export function eventsForSearchEngines(
  db: Db,
  most: number,
): Promise<{ slug: string; updated_at: Date }[]> {
  return db
    .selectFrom('events')
    .select(['slug', 'updated_at'])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', false)
    .where('password_hash', 'is', null)
    .where('slug', '<>', '')
    .orderBy('starts_at', 'desc')
    .limit(most)
    .execute()
}

/**
 * Lets changes of one event's tickets and capacity happen one after the other; sales do not wait for this lock. False when the
 * event does not exist.
 */
export async function lockEventRow(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('events')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
