import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Locale } from '../../core/locale.ts'
import type { Wording, WordedKind } from './rules.ts'

/** Which words: of a kind and a language, for one event or (null) for all. */
export type WordingKey = { eventId: number | null; kind: WordedKind; locale: Locale }

export async function putWording(
  db: Db,
  key: WordingKey,
  { subject, intro, now }: Wording & { now: Date },
) {
  await sql`
    insert into mail_texts (event_id, kind, locale, subject, intro, updated_at)
    values (${key.eventId}, ${key.kind}, ${key.locale}, ${subject}, ${intro}, ${now})
    on conflict (event_id, kind, locale) do update
    set subject = excluded.subject, intro = excluded.intro, updated_at = excluded.updated_at
  `.execute(db)
}

/** Returns whether there were any. */
export async function deleteWording(db: Db, { eventId, kind, locale }: WordingKey) {
  const { numDeletedRows } = await db
    .deleteFrom('mail_texts')
    .where('kind', '=', kind)
    .where('locale', '=', locale)
    .where(sql<boolean>`event_id is not distinct from ${eventId}`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The words of an event, or those for all. */
export function listWordings(db: Db, eventId: number | null) {
  return db
    .selectFrom('mail_texts')
    .select(['kind', 'locale', 'subject', 'intro', 'updated_at'])
    .where(sql<boolean>`event_id is not distinct from ${eventId}`)
    .orderBy('kind')
    .orderBy('locale')
    .execute()
}

export async function copyWordings(
  db: Db,
  { from, to, now }: { from: number; to: number; now: Date },
) {
  await sql`
    insert into mail_texts (event_id, kind, locale, subject, intro, updated_at)
    select ${to}::bigint, kind, locale, subject, intro, ${now}::timestamptz
    from mail_texts where event_id = ${from}
  `.execute(db)
}
