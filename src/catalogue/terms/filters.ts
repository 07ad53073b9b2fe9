import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { holdsOneOf } from '../../platform/db/like.ts'
import { normalizeForSearch, searchForms } from '../../core/text.ts'
import type { Taxonomy } from './rules.ts'
import type { TermRow } from './store.ts'

/** Filters of a list of terms; undefined members do not filter. */
export type TermFilter = {
  search: string | undefined
  include: readonly number[] | undefined
  exclude: readonly number[] | undefined
  hide_empty: boolean
  parent: number | undefined
  event: number | undefined
  slug: string | undefined
}

export type TermOrder = { by: string; ascending: boolean; include: readonly number[] }

type Condition = RawBuilder<boolean>

function conditions(taxonomy: Taxonomy, filter: TermFilter): Condition {
  const { search, include, exclude, hide_empty, parent, event, slug } = filter
  const all: Condition[] = [sql`t.taxonomy = ${taxonomy}`]
  if (search !== undefined) all.push(named(search))
  if (include !== undefined) all.push(sql`t.id = any(${include}::bigint[])`)
  if (exclude !== undefined) all.push(sql`t.id <> all(${exclude}::bigint[])`)
  if (hide_empty) all.push(sql`t.id in (select id from used)`)
  if (parent !== undefined) all.push(sql`t.parent_id = ${parent}`)
  if (event !== undefined) {
    all.push(
      sql`exists (select from event_terms l where l.term_id = t.id and l.event_id = ${event})`,
    )
  }
  if (slug !== undefined) all.push(sql`t.slug = ${slug}`)
  return sql`${sql.join(all, sql` and `)}`
}

/** Searches name and slug; the wildcards of LIKE are escaped. */
function named(search: string): Condition {
  const forms = searchForms(normalizeForSearch(search))
  return sql`(${holdsOneOf(sql`lower(t.name)`, forms)} or ${holdsOneOf(sql`t.slug`, forms)})`
}

/** Terms that events use, and all their ancestors, so that the tree has no gaps. */
const used = (taxonomy: Taxonomy) => sql`
  with recursive used as (
    select id, parent_id from terms where taxonomy = ${taxonomy} and published_count > 0
    union
    select t.id, t.parent_id from terms t join used u on t.id = u.parent_id
  )`

const orders: Record<string, RawBuilder<unknown>> = {
  id: sql`t.id`,
  term_id: sql`t.id`,
  slug: sql`t.slug`,
  description: sql`t.description`,
  count: sql`t.published_count`,
}

function ordering({ by, ascending, include }: TermOrder): RawBuilder<unknown> {
  const direction = ascending ? sql`asc` : sql`desc`
  const key =
    by === 'include'
      ? sql`array_position(${include}::bigint[], t.id)`
      : (orders[by] ?? sql`lower(t.name)`)
  return sql`${key} ${direction}, t.id ${direction}`
}

/** One page of a taxonomy's terms and the total; two statements. */
export async function listTerms(
  db: Db,
  taxonomy: Taxonomy,
  wanted: { filter: TermFilter; order: TermOrder; limit: number; offset: number },
): Promise<{ rows: TermRow[]; total: number }> {
  const { filter, order, limit, offset } = wanted
  const prefix = filter.hide_empty ? used(taxonomy) : sql``
  const where = conditions(taxonomy, filter)
  const counted = await sql<{ total: number }>`
    ${prefix} select count(*) as total from terms t where ${where}`.execute(db)
  const { rows } = await sql<TermRow>`
    ${prefix}
    select t.id, t.taxonomy, t.name, t.slug, t.description, t.parent_id, t.published_count
    from terms t where ${where}
    order by ${ordering(order)} limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
