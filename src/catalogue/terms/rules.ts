import { type Caller, can } from '../../core/caller.ts'
import { plainTitle } from '../../core/text.ts'

export type Taxonomy = 'category' | 'tag'

/** The wire names of each taxonomy. */
export const taxonomies = {
  category: { plural: 'categories', taxonomy: 'tribe_events_cat', page: 'events/category' },
  tag: { plural: 'tags', taxonomy: 'post_tag', page: 'events/tag' },
} as const satisfies Record<Taxonomy, { plural: string; taxonomy: string; page: string }>

export const nameCharactersMax = 200

/**
 * Callers who may edit and publish events create categories; creating tags also needs the right to manage
 * terms (contract.md 13.3).
 */
export function mayWriteTerms(caller: Caller, taxonomy: Taxonomy): boolean {
  const needed = taxonomy === 'category' ? 'publish_records' : 'manage_terms'
  return can(caller, 'edit_records') && can(caller, needed)
}

/**
 * Whether an event counts in its terms' `count`. Only events that everybody may see do, so that a count
 * reveals no draft, hidden or password-protected event.
 */
export function countsForTerms(event: {
  status: string
  hide_from_listings: boolean
  password_hash: string | null
}): boolean {
  return event.status === 'publish' && !event.hide_from_listings && event.password_hash === null
}

/**
 * The first free slug: the wanted one, then with its parents' slugs behind it (`music-tech`), then numbered.
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

/** Whether a chain of parents, from the parent upwards, contains the term itself. */
export function makesLoop(id: number, chain: readonly number[]): boolean {
  return chain.includes(id)
}

/**
 * A name in its stored and searched form: tags removed, entities decoded, because clients send back what they
 * read (`Arts &amp; Crafts`). Encoded tags are text. `""` when nothing is left.
 */
export function termName(text: string): string {
  return plainTitle(withoutScripts(text).replace(/<[/!]?[a-z][^<>]*>/gi, ''))
}

/** Scripts and styles with what they hold. An end that was missed once is not looked for again, so that the time is linear. */
function withoutScripts(text: string): string {
  const opening = /<(script|style)\b[^<>]*>/gi
  const ends = { script: /<\/script\s*>/gi, style: /<\/style\s*>/gi }
  const endless = new Set<string>()
  let said = ''
  let from = 0
  for (let begun = opening.exec(text); begun !== null; begun = opening.exec(text)) {
    const name = begun[1]?.toLowerCase() === 'script' ? 'script' : 'style'
    const end = ends[name]
    end.lastIndex = opening.lastIndex
    if (endless.has(name) || end.exec(text) === null) {
      endless.add(name)
      continue
    }
    said += text.slice(from, begun.index)
    from = end.lastIndex
    opening.lastIndex = from
  }
  return said + text.slice(from)
}

/** Whether a client named a term by id or by word: `"12"` and `12` are ids, anything else is a slug or a name. */
export function asTermId(item: string | number): number | undefined {
  const text = String(item).trim()
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export type CountChange = { id: number; delta: number }

/** The changes of counts when an event's terms go from `before` to `after`, or the event begins or ceases to count. */
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
