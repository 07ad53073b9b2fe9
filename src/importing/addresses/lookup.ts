import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OldSite } from './rules.ts'

export type KnownSite = OldSite & { home: string }

/** The sites that were moved here, the latest first. */
export async function oldSites(db: Db): Promise<KnownSite[]> {
  const { rows } = await sql<KnownSite>`
    select home, events_slug as "eventsSlug", event_slug as "eventSlug" from import_sources order by id desc limit 10
  `.execute(db)
  return rows
}

/** The slug of a published event with this slug, whatever its capitals. */
export async function publicEventSlug(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from events where slug = ${name} and status = 'publish' and slug <> ''
  `.execute(db)
  return rows[0]?.slug
}

/** The page of the record that an old id became; undefined for records without a public page. */
export async function pageOfRecord(db: Db, oldId: number): Promise<string | undefined> {
  const { rows } = await sql<{ folder: string; slug: string }>`
    select r.kind as folder, coalesce(
      (select slug from events where r.kind = 'event' and id = r.our_id and status = 'publish'),
      (select slug from venues where r.kind = 'venue' and id = r.our_id and status = 'publish'),
      (select slug from organizers where r.kind = 'organizer' and id = r.our_id and status = 'publish')) as slug
    from import_records r
    where r.old_id = ${oldId} and r.kind in ('event', 'venue', 'organizer') order by r.source_id desc limit 1
  `.execute(db)
  const [row] = rows
  return row?.slug ? `/${row.folder}/${encodeURIComponent(row.slug)}/` : undefined
}

/** The address of the picture that was fetched from there. */
export async function pictureFrom(
  db: Db,
  addresses: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`
    select '/images/' || id || '-' || file_key || '/full.' || extension as path
    from images where source_url = any(${[...addresses]}::text[]) limit 1
  `.execute(db)
  return rows[0]?.path
}
