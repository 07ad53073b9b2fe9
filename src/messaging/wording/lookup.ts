import type { Locale } from '../../core/locale.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MessageKind } from '../outbox/rules.ts'
import type { Wording } from './rules.ts'

/** The words for a mail: those of its event where it is about one, else those of the site; empty where there are none. */
export async function findWording(
  db: Db,
  { kind, locale, eventId }: { kind: MessageKind; locale: Locale; eventId: number | undefined },
): Promise<Wording> {
  const rows = await db
    .selectFrom('mail_texts')
    .select(['subject', 'intro'])
    .where('kind', '=', kind)
    .where('locale', '=', locale)
    .where(or => or.or([or('event_id', 'is', null), or('event_id', '=', eventId ?? 0)]))
    .orderBy('event_id', order => order.asc().nullsLast())
    .execute()
  return {
    subject: rows.find(({ subject }) => subject !== '')?.subject ?? '',
    intro: rows.find(({ intro }) => intro !== '')?.intro ?? '',
  }
}
