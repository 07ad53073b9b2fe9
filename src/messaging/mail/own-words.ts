import type { Deps } from '../deps.ts'
import type { MessageRow } from '../outbox/lookup.ts'
import { findWording } from '../wording/lookup.ts'
import { filled, paragraphsOf } from '../wording/rules.ts'
import type { Block } from './blocks.ts'
import type { Letter } from './letter.ts'

/** The subject of a letter, and what the site or the event says before our own sentences (contract.md 19.10). */
export async function ownWords(
  { db, siteSettings }: Pick<Deps, 'db' | 'siteSettings'>,
  { kind, locale }: MessageRow,
  { subject, greets, worded }: Letter,
): Promise<{ subject: string; intro: Block[] }> {
  if (!worded) return { subject, intro: [] }
  const values = { ...worded.values, name: greets, site: siteSettings().name }
  const words = await findWording(db, { kind, locale, eventId: worded.eventId })
  const intro = paragraphsOf(filled(words.intro, values))
  return {
    // A subject of placeholders alone is empty where they have no value.
    subject: filled(words.subject, values).trim() || subject,
    intro: intro.map(text => ({ kind: 'text', text })),
  }
}
