import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const columns = [
  'id',
  'author_id',
  'parent_id',
  'status',
  'title',
  'description',
  'excerpt',
  'slug',
  'password_hash',
  'timezone',
  'all_day',
  'start_local',
  'end_local',
  'starts_at',
  'ends_at',
  'published_local',
  'published_at',
  'created_at',
  'updated_at',
  'venue_id',
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
  'happening',
  'happening_reason',
] as const

const organizerIds = sql<number[]>`array(
  select l.organizer_id from event_organizers l where l.event_id = events.id order by l.ordinal
)`

/** Events with the columns everybody needs and the ids of their organizers in order; not the text that is searched. */
export const selectEvents = (db: Db) =>
  db.selectFrom('events').select([...columns, organizerIds.as('organizer_ids')])

export type EventRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirst']>>
>

/** The event with this id, whatever its status. */
export function findEvent(db: Db, id: number): Promise<EventRow | undefined> {
  return selectEvents(db).where('id', '=', id).executeTakeFirst()
}

/** The events with these ids, whatever their status, in the order of their ids. */
export function findEvents(db: Db, ids: readonly number[]): Promise<EventRow[]> {
  return selectEvents(db)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** The event with this slug, whatever its status. */
export function findEventBySlug(db: Db, slug: string): Promise<EventRow | undefined> {
  return selectEvents(db)
    .where('slug', '=', slug)
    .where(sql<boolean>`slug <> ''`)
    .executeTakeFirst()
}
