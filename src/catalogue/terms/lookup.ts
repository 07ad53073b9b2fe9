import { sql } from 'kysely'
import type { Static } from 'typebox'
import { atEvent, mayEditRecord, mayReadRecord } from '../../access/records/rules.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Piece } from '../../platform/db/together.ts'
import { findEvent } from '../events/lookup.ts'
import { asTermId, type Taxonomy, termName } from './rules.ts'
import { EmbeddedTerm } from './schema.ts'
import { readTermsByWord } from './store.ts'
import { embeddedTermView, type Term } from './view.ts'

export { EmbeddedTerm }

export type EventTerms = {
  categories: Static<typeof EmbeddedTerm>[]
  tags: Static<typeof EmbeddedTerm>[]
}

/** The categories and tags of these events by name. */
const attachedTo = (db: Db, eventIds: readonly number[]) =>
  db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .select([
      'event_terms.event_id',
      'terms.id',
      'terms.taxonomy',
      'terms.name',
      'terms.slug',
      'terms.description',
      'terms.parent_id',
      'terms.published_count',
    ])
    .where('event_terms.event_id', '=', sql<number>`any(${[...eventIds]}::bigint[])`)
    .orderBy(sql`lower(terms.name)`)
    .orderBy('terms.id')

/**
 * Reads the categories and tags of these events, in one statement, in the form in which the events API embeds them in
 * an event. `root` is the address of the events API.
 */
export async function embeddedTerms(
  db: Db,
  eventIds: readonly number[],
  root: string,
): Promise<Map<number, EventTerms>> {
  const rows = eventIds.length === 0 ? [] : await attachedTo(db, eventIds).execute()
  return termsByEvent(rows, eventIds, root)
}

type AttachedTerm = Term & { event_id: number }

/** The same, to be read together with other queries. */
export const attachedPiece = (db: Db, eventIds: readonly number[]): Piece<AttachedTerm> => ({
  query: attachedTo(db, eventIds),
})

/** Terms in the form in which events carry them. `root` is the root of the events API. */
export function termsByEvent(
  rows: readonly AttachedTerm[],
  eventIds: readonly number[],
  root: string,
): Map<number, EventTerms> {
  const termsOf = new Map<number, EventTerms>(
    eventIds.map(id => [id, { categories: [], tags: [] }]),
  )
  for (const { event_id, ...term } of rows) {
    const terms = termsOf.get(event_id)
    const list = term.taxonomy === 'category' ? terms?.categories : terms?.tags
    list?.push(embeddedTermView(term, root))
  }
  return termsOf
}

export type ResolvedTerms = {
  ids: number[]
  /** The given ids and words that name no term of this taxonomy, as they were written. */
  unknown: (string | number)[]
}

/**
 * The terms that a filter names by slug, name or id. A slug takes precedence over an id with the same digits
 * (contract.md 13.3).
 */
export async function resolveTerms(
  db: Db,
  taxonomy: Taxonomy,
  items: readonly (string | number)[],
): Promise<ResolvedTerms> {
  const words = items.map(item => termName(String(item)))
  const terms = await readTermsByWord(db, taxonomy, words)
  const resolved: ResolvedTerms = { ids: [], unknown: [] }
  for (const [index, word] of words.entries()) {
    const id = asTermId(word)
    const term = terms.byWord(word) ?? (id === undefined ? undefined : terms.byId(id))
    if (term === undefined) resolved.unknown.push(items[index] ?? '')
    else resolved.ids.push(term)
  }
  return resolved
}

/** These terms and all their descendants. */
export async function withDescendants(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from terms where id = any(${ids}::bigint[])
      union
      select t.id from terms t join below b on t.parent_id = b.id
    )
    select id from below`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Whether the event exists and the caller may know its links; lists can be filtered by no other event. Links
 * of a password-protected event are for its editors only.
 */
export async function mayFilterByEvent(db: Db, caller: Caller, eventId: number): Promise<boolean> {
  const event = await findEvent(db, eventId)
  if (!event) return false
  const here = atEvent(caller, event.id)
  return event.password_hash === null ? mayReadRecord(here, event) : mayEditRecord(here, event)
}

/** The category or tag with this slug, for its page. */
export function findTermPage(db: Db, taxonomy: Taxonomy, slug: string) {
  return db
    .selectFrom('terms')
    .select(['id', 'name', 'slug', 'description', 'description_html'])
    .where('taxonomy', '=', taxonomy)
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export type NamedTerm = { readonly name: string; readonly slug: string }

/** The categories or tags with the greatest numbers of public events, by name. */
export async function popularTerms(db: Db, taxonomy: Taxonomy, most: number): Promise<NamedTerm[]> {
  const terms = await db
    .selectFrom('terms')
    .select(['name', 'slug'])
    .where('taxonomy', '=', taxonomy)
    .where('published_count', '>', 0)
    .orderBy('published_count', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return terms.sort((one, other) => one.name.localeCompare(other.name))
}
