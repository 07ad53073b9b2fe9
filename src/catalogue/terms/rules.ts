import { type Caller, can } from '../../core/caller.ts'
import { plainTitle } from '../../core/text.ts'

export type Taxonomy = 'category' | 'tag'

/** How each taxonomy is called on the wire. */
export const taxonomies = {
  category: { plural: 'categories', taxonomy: 'tribe_events_cat', page: 'events/category' },
  tag: { plural: 'tags', taxonomy: 'post_tag', page: 'events/tag' },
} as const satisfies Record<Taxonomy, { plural: string; taxonomy: string; page: string }>

export const nameCharactersMax = 200

/** Categories are for whoever may edit and publish, tags for whoever may also manage terms (contract.md 13.3). */
export function mayWriteTerms(caller: Caller, taxonomy: Taxonomy): boolean {
  const needed = taxonomy === 'category' ? 'publish_records' : 'manage_terms'
  return can(caller, 'edit_records') && can(caller, needed)
}

/**
 * Whether an event counts in its terms' `count`: only what everybody may see there does, so that a count tells nobody
 * of drafts, of events hidden from listings, or of what is behind a password.
 */
export function countsForTerms(event: {
  status: string
  hide_from_listings: boolean
  password_hash: string | null
}): boolean {
  return event.status === 'publish' && !event.hide_from_listings && event.password_hash === null
}

/**
 * The first slug that is free: the wished one, then with its parents' slugs behind it (`music-tech`), then numbered.
 * `ancestors` begins with the parent.
 */
export function freeTermSlug(
  wished: string,
  ancestors: readonly string[],
  taken: ReadonlySet<string>,
): string {
  let slug = wished
  if (!taken.has(slug)) return slug
  for (const ancestor of ancestors) {
    slug = `${slug}-${ancestor}`
    if (!taken.has(slug)) return slug
  }
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`
    if (!taken.has(numbered)) return numbered
  }
}

/** Whether a chain of parents, from the parent upwards, leads through the term itself. */
export function makesLoop(id: number, chain: readonly number[]): boolean {
  return chain.includes(id)
}

/**
 * A name as it is stored, and as it is looked for: without tags, entities decoded, because clients send back what they
 * read (`Arts &amp; Crafts`). Tags that come encoded are text. `""` when nothing is left.
 */
export function termName(text: string): string {
  const said = text.replace(/<(script|style)\b[^<>]*>.*?<\/\1\s*>/gis, '')
  return plainTitle(said.replace(/<[/!]?[a-z][^<>]*>/gi, ''))
}

/** Word and id as a client writes a term: `"12"` and `12` are ids, anything else is a slug or a name. */
export function asTermId(item: string | number): number | undefined {
  const text = String(item).trim()
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export type CountChange = { id: number; delta: number }

/** How the counts change when an event's terms go from `before` to `after`, and it from counted to not or back. */
export function countChanges(
  before: { ids: readonly number[]; counted: boolean },
  after: { ids: readonly number[]; counted: boolean },
): CountChange[] {
  const deltas = new Map<number, number>()
  const add = (ids: readonly number[], by: number) => {
    for (const id of ids) deltas.set(id, (deltas.get(id) ?? 0) + by)
  }
  if (before.counted) add(before.ids, -1)
  if (after.counted) add(after.ids, 1)
  return [...deltas].filter(([, delta]) => delta !== 0).map(([id, delta]) => ({ id, delta }))
}
