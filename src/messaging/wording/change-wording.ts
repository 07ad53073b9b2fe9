import { fail, failParams } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { placeholdersOf, problemsOf, type Wording, type WordedKind } from './rules.ts'
import { deleteWording, listWordings, putWording, type WordingKey } from './store.ts'

/** The words of an event, or (null) those for all, with what may stand in braces. */
export async function showWordings({ db }: Pick<Deps, 'db'>, eventId: number | null) {
  const rows = await listWordings(db, eventId)
  return {
    texts: rows.map(({ kind, locale, updated_at: at, ...words }) => ({
      kind: kind as WordedKind,
      locale: locale as WordingKey['locale'],
      ...words,
      updated_at: at.toISOString(),
    })),
    placeholders: Object.fromEntries(
      Object.entries(placeholdersOf).map(([kind, names]) => [kind, [...names]]),
    ),
  }
}

/** Saves the words for a kind of mail in a language. Fails with `rest_invalid_param` for a placeholder that it has not. */
export async function saveWording(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: WordingKey,
  { subject = '', intro = '' }: Partial<Wording>,
) {
  const words = { subject: subject.trim(), intro: intro.trim() }
  const problems = problemsOf(key.kind, words)
  if (Object.keys(problems).length > 0) failParams(problems)
  const now = clock.now()
  await putWording(db, key, { ...words, now })
  const { kind, locale } = key
  return { kind, locale, ...words, updated_at: now.toISOString() }
}

/** From now on the usual words are used. Fails with `mail_text_not_found`. */
export async function dropWording({ db }: Pick<Deps, 'db'>, key: WordingKey) {
  return (await deleteWording(db, key)) ? { deleted: true } : fail('mail_text_not_found')
}
