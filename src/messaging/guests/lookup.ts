import type { Locale } from '../../core/locale.ts'
import type { Db } from '../../platform/db/database.ts'

/** What a run says to guests in a language. */
export const findText = (db: Db, runId: number, locale: Locale) =>
  db
    .selectFrom('message_texts')
    .select(['subject', 'body'])
    .where('run_id', '=', runId)
    .where('locale', '=', locale)
    .executeTakeFirst()
