import { type Insertable, sql, type Updateable } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import type { CountChange, Taxonomy } from './rules.ts'

const columns = [
  'terms.id',
  'terms.taxonomy',
  'terms.name',
  'terms.slug',
  'terms.description',
  'terms.parent_id',
  'terms.published_count',
] as const

export type TermRow = NonNullable<Awaited<ReturnType<typeof findTerm>>>

/** Terms are written rarely and depend on each other by parents and slugs, so one writer at a time. */
export async function lockTerms(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('terms', 0))`.execute(tx)
}

export function findTerm(db: Db, taxonomy: Taxonomy, id: number) {
  return db
    .selectFrom('terms')
    .select(columns)
    .where('taxonomy', '=', taxonomy)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The term of this name under this parent, ignoring case. */
export function findSibling(
  tx: Tx,
  taxonomy: Taxonomy,
  { name, parentId }: { name: string; parentId: number | null },
) {
  return tx
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where(sql<boolean>`parent_id is not distinct from ${parentId}::bigint`)
    .executeTakeFirst()
}

/** The ancestors of a term: its parent, that one's parent, and so on. */
export async function ancestorsOf(tx: Tx, parentId: number | null) {
  if (parentId === null) return []
  const { rows } = await sql<{ id: number; slug: string }>`
    with recursive above as (
      select id, slug, parent_id, 1 as height from terms where id = ${parentId}
      union all
      select t.id, t.slug, t.parent_id, height + 1
      from terms t join above a on t.id = a.parent_id
      where height < 1000
    )
    select id, slug from above order by height`.execute(tx)
  return rows
}

/** All slugs of the taxonomy that begin with this one. */
export async function slugsLike(tx: Tx, taxonomy: Taxonomy, slug: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('terms')
    .select('slug')
    .where('taxonomy', '=', taxonomy)
    .where(sql<boolean>`starts_with(slug, ${slug})`)
    .execute()
  return new Set(rows.map(row => row.slug))
}

export function insertTerm(tx: Tx, row: Insertable<Database['terms']>) {
  return touching(tx, [])
    .insertInto('terms')
    .values(row)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function updateTerm(tx: Tx, id: number, row: Updateable<Database['terms']>) {
  return tx.updateTable('terms').set(row).where('id', '=', id).returning(columns).executeTakeFirst()
}

/** Deletes the term, removes it from events and moves its children to its parent. */
export async function deleteTermRow(
  tx: Tx,
  { id, parent_id }: { id: number; parent_id: number | null },
) {
  await tx.updateTable('terms').set({ parent_id }).where('parent_id', '=', id).execute()
  await tx.deleteFrom('terms').where('id', '=', id).execute()
}

/** The terms of an event, locked against deletion until the transaction ends. */
export function attachedTerms(tx: Tx, eventId: number) {
  return tx
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .select(['terms.id', 'terms.taxonomy'])
    .where('event_terms.event_id', '=', eventId)
    .orderBy('terms.id')
    .execute()
}

type WordTable = { byId(id: number): number | undefined; byWord(word: string): number | undefined }

/** The terms these words mean, locked against deletion: by id, by slug, otherwise by name. */
export async function termsByWord(
  tx: Tx,
  taxonomy: Taxonomy,
  words: readonly string[],
): Promise<WordTable> {
  const rows = await selectByWords(tx, taxonomy, words).forKeyShare().execute()
  return wordTable(rows)
}

/** The terms these words mean, without a lock. */
export async function readTermsByWord(
  db: Db,
  taxonomy: Taxonomy,
  words: readonly string[],
): Promise<WordTable> {
  return wordTable(await selectByWords(db, taxonomy, words).execute())
}

function selectByWords(db: Db, taxonomy: Taxonomy, words: readonly string[]) {
  const ids = words.filter(word => /^\d{1,15}$/.test(word)).map(Number)
  return db
    .selectFrom('terms')
    .select(['id', 'slug', sql<string>`lower(name)`.as('name')])
    .where('taxonomy', '=', taxonomy)
    .where(
      sql<boolean>`(id = any(${ids}::bigint[]) or slug = any(${words}::text[])
        or lower(name) = any(array(select lower(word) from unnest(${words}::text[]) as word)))`,
    )
    .orderBy('id')
}

function wordTable(rows: readonly { id: number; slug: string; name: string }[]): WordTable {
  const ids = new Set(rows.map(({ id }) => id))
  // When several terms share a name the first is used, as in a search for one.
  const byName = new Map(rows.toReversed().map(({ name, id }) => [name, id]))
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]))
  return {
    byId: id => (ids.has(id) ? id : undefined),
    byWord: word => bySlug.get(word) ?? byName.get(word.toLowerCase()),
  }
}

export async function replaceAttached(
  tx: Tx,
  eventId: number,
  { beforeIds, afterIds }: { beforeIds: readonly number[]; afterIds: readonly number[] },
) {
  const gone = beforeIds.filter(id => !afterIds.includes(id))
  const added = afterIds.filter(id => !beforeIds.includes(id))
  const own = touching(tx, [eventId])
  if (gone.length > 0) {
    await own
      .deleteFrom('event_terms')
      .where('event_id', '=', eventId)
      .where('term_id', 'in', gone)
      .execute()
  }
  if (added.length > 0) {
    await own
      .insertInto('event_terms')
      .values(added.map(term_id => ({ event_id: eventId, term_id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

const changeRows = batchRows<CountChange>('c (id bigint, delta int)')

/** Rows are locked in the order of ids, so that events that share terms cannot deadlock. */
export async function addToCounts(tx: Tx, changes: readonly CountChange[]) {
  if (changes.length === 0) return
  await sql`
    with change as (
      select * from ${changeRows.of(changes)}
    ), locked as (
      select id from terms where id = any(array(select id from change)) order by id for no key update
    )
    update terms set published_count = greatest(published_count + delta, 0)
    from change join locked using (id)
    where terms.id = change.id`.execute(
    touching(
      tx,
      changes.map(({ id }) => id),
    ),
  )
}
