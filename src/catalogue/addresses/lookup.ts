import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type PageKind, pagePath } from './rules.ts'

/**
 * The path of the page to which an address leads that has no page any more (contract.md 24.13); undefined for one that
 * nothing left, and for records that the public cannot list: an address must not betray them.
 */
export async function currentPath(
  db: Db,
  { kind, name }: { kind: PageKind; name: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ kind: PageKind; slug: string | null }>`
    select kind, coalesce(
      (select slug from events where o.kind = 'event' and id = o.record_id
        and status = 'publish' and not hide_from_listings),
      (select slug from venues where o.kind = 'venue' and id = o.record_id and status = 'publish'),
      (select slug from organizers where o.kind = 'organizer' and id = o.record_id and status = 'publish'),
      (select slug from terms where o.kind = taxonomy and id = o.record_id)
    ) as slug
    from old_addresses o where path = ${pagePath(kind, name)}`.execute(db)
  const [row] = rows
  return row?.slug ? pagePath(row.kind, row.slug) : undefined
}
