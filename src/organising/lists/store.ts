import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { readByIndex } from '../../platform/db/planned-anew.ts'
import type { ListShape, PagePosition, Sort } from './declaration.ts'

export type Sql = RawBuilder<unknown>

/** One condition of a list, as SQL. */
export type Condition = {
  /** Whether a row fulfils it; reads nothing but what belongs to the row. */
  readonly each: Sql
  /** `select id …` of what an index finds, each row once or several times; undefined when no index helps. */
  readonly find?: Sql | undefined
  /**
   * `select …` of the rows of another table that `find` goes through, of which it takes one more than a page may read: where
   * there are as many, what it finds is not all.
   */
  readonly through?: Sql | undefined
  /** Whether an index has what fulfils it in the usual order of the list. */
  readonly inOrder?: boolean
}

export type SortSql = {
  /** Never null. */
  readonly by: Sql
  /** Whether an index has the rows in this order. */
  readonly indexed: boolean
  /** Whether it is the usual order of the list. */
  readonly usual: boolean
}

/** What a list is read from. */
export type Source = {
  /** `orders o`. */
  readonly from: Sql
  readonly id: Sql
  /** All columns of the row, such as `o.*`, and the name that they go by. */
  readonly whole: Sql
  readonly alias: Sql
  readonly conditions: readonly Condition[]
  /** What all rows of the list fulfil, and nearly all rows of the table. */
  readonly base?: Sql
  readonly sort: SortSql
}

/** The most rows that a page reads one by one (contract.md 29.4). */
export const rowsReadMost = 50_000

/** Found rows are sorted for a page; more of them are read from an index that has them in order, where there is one. */
const sortedMost = 1000

export type Page = {
  readonly ids: readonly number[]
  /** Behind which the next page begins; undefined at the end of the list. */
  readonly next: PagePosition | undefined
  readonly count: number | undefined
}

type PageRequest = {
  readonly shape: ListShape
  readonly sort: Sort
  readonly after: PagePosition | undefined
  readonly limit: number
  readonly count: boolean
  /** Whether a page without a row among those that it may read is empty, and the next one goes on. */
  readonly goesOn: boolean
}

/** How a list is read: from what one index finds (`driver`), or in the order of its sort. */
type Way = {
  readonly driver: Condition | undefined
  /** Whether an index serves all conditions, so that no page has to read many rows for a few. */
  readonly isServed: boolean
}

/**
 * A page of ids, or `too wide`. Two statements at most, however many rows there are: one counts what each index would
 * find, up to a limit; the other reads the page from the rarest. Where nothing is rare, rows are read in the order of the
 * list, at most 50,000 of them; the page is then shorter, and the next one goes on behind the last row that was read.
 */
export async function readPage(
  db: Db,
  source: Source,
  request: PageRequest,
): Promise<Page | 'too wide'> {
  const way = await wayOf(db, source)
  if (way.driver === undefined && !source.sort.indexed) return 'too wide'
  const count = request.count ? await countRows(db, source, way) : undefined
  if (count === 'too wide') return 'too wide'
  if (way.driver)
    return pageOf(await pageOfFound(db, source, { ...request, ...way }), request, count)
  const rows = await pageInOrder(db, source, { ...request, isBounded: !way.isServed })
  if (rows.length > request.limit || way.isServed) return pageOf(rows, request, count)
  return shortPage(rows, { last: await lastLookedAt(db, source, request), request, count })
}

type Row = { id: number; at: string }

function pageOf(rows: readonly Row[], { limit }: PageRequest, count: number | undefined): Page {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    ids: shown.map(({ id }) => id),
    next: isMore ? { value: last.at, id: last.id } : undefined,
    count,
  }
}

type Short = { last: PagePosition | undefined; request: PageRequest; count: number | undefined }

/** Fewer rows than asked for among those that a page may read. */
function shortPage(rows: readonly Row[], { last, request, count }: Short): Page | 'too wide' {
  if (last === undefined) return pageOf(rows, request, count)
  return rows.length === 0 && !request.goesOn
    ? 'too wide'
    : { ids: rows.map(({ id }) => id), next: last, count }
}

async function wayOf(db: Db, source: Source): Promise<Way> {
  const { conditions, sort } = source
  const indexed = conditions.filter(({ find }) => find !== undefined)
  const isServed = conditions.length <= 1 && indexed.length === conditions.length
  // A small table may be looked at row by row.
  const finding = isServed && sort.indexed ? indexed : [...indexed, everything(source)]
  if (finding.length === 0) return { driver: undefined, isServed }
  const { least, hits, rarest } = await leastOf(db, finding)
  const isInOrder = isServed && sort.usual && rarest?.inOrder === true
  const most = isInOrder ? sortedMost : rowsReadMost
  if (least <= most) return { driver: rarest, isServed }
  // Many rows of another table that may lead to a few of the list.
  return { driver: undefined, isServed: isServed && hits > most }
}

/**
 * The condition whose rows an index finds by reading the fewest, how many that are, and how many it finds; each up to one
 * more than a page may read.
 */
async function leastOf(db: Db, finding: readonly Condition[]) {
  const most = sql`limit ${rowsReadMost + 1}`
  const counted = (find: Sql | undefined) =>
    find ? sql`(select count(*)::int from (select from (${find}) f ${most}) c)` : sql`0`
  const { rows } = await readByIndex(sql<{ hits: number[]; through: number[] }>`
    select array[${sql.join(finding.map(({ find }) => counted(find)))}] as hits,
      array[${sql.join(finding.map(({ through }) => counted(through)))}] as through`).execute(db)
  const { hits = [], through = [] } = rows[0] ?? {}
  const read = hits.map((count, at) => Math.max(count, through[at] ?? 0))
  const least = Math.min(...read)
  const at = read.indexOf(least)
  return { least, hits: hits[at] ?? 0, rarest: finding[at] }
}

const everything = ({ id, from }: Source): Condition => ({
  each: sql`true`,
  find: sql`select ${id} as id from ${from}`,
})

async function countRows(db: Db, source: Source, { driver, isServed }: Way) {
  if (driver === undefined && !isServed) return 'too wide'
  const [only] = source.conditions
  const within = driver ?? only
  const { rows } = await readByIndex(sql<{ count: number }>`
    ${within?.find ? foundRows(within.find) : sql``}
    select count(*)::int as count from ${within ? eachFound(source) : source.from}
    where ${all(source)}`).execute(db)
  return rows[0]?.count ?? 0
}

/** `offset 0`: what is found by its own index, never by reading the whole of another that has the ids in order. */
const foundRows = (find: Sql) =>
  sql`with found as materialized (select distinct id from (${find} offset 0) f)`

/** The rows with the found ids, each by its key: a plan for many ids would read the whole table. */
const eachFound = ({ whole, from, id, alias }: Source) => sql`found cross join lateral (
  select ${whole} from ${from} where ${id} = found.id offset 0) ${alias}`

const all = ({ conditions, base }: Source) =>
  sql.join([base ?? sql`true`, ...conditions.map(({ each }) => each)], sql` and `)

async function pageOfFound(
  db: Db,
  source: Source,
  { driver, ...request }: PageRequest & Pick<Way, 'driver'>,
): Promise<Row[]> {
  const { rows } = await readByIndex(sql<Row>`
    ${foundRows(driver?.find ?? sql``)}
    select ${source.id} as id, ${told(source, request)} as at from ${eachFound(source)}
    where ${all(source)} and ${behind(source, request)}
    order by ${ordered(source, request)} limit ${request.limit + 1}`).execute(db)
  return rows
}

async function pageInOrder(
  db: Db,
  source: Source,
  { isBounded, ...request }: PageRequest & { isBounded: boolean },
): Promise<Row[]> {
  const inOrder = sql`where ${behind(source, request)} order by ${ordered(source, request)}`
  const from = isBounded
    ? sql`(select ${source.whole} from ${source.from} ${inOrder} limit ${rowsReadMost}) ${source.alias}`
    : source.from
  const { rows } = await readByIndex(sql<Row>`
    select ${source.id} as id, ${told(source, request)} as at from ${from}
    where ${all(source)} and ${behind(source, request)}
    order by ${ordered(source, request)} limit ${request.limit + 1}`).execute(db)
  return rows
}

/** The last row that `pageInOrder` may have read, if there are rows behind it. */
async function lastLookedAt(
  db: Db,
  source: Source,
  request: PageRequest,
): Promise<PagePosition | undefined> {
  const { rows } = await readByIndex(sql<Row>`
    select ${source.id} as id, ${told(source, request)} as at from ${source.from}
    where ${behind(source, request)} order by ${ordered(source, request)}
    limit 2 offset ${rowsReadMost - 1}`).execute(db)
  const [last, next] = rows
  return last && next ? { value: last.at, id: last.id } : undefined
}

const wayOfSort = ({ sort }: PageRequest) => (sort.descending ? sql`desc` : sql`asc`)

const ordered = ({ sort, id }: Source, request: PageRequest) =>
  sql`${sort.by} ${wayOfSort(request)}, ${id} ${wayOfSort(request)}`

const types = { moment: sql`timestamptz`, number: sql`bigint`, text: sql`text` }

function behind({ sort, id }: Source, { after, shape, sort: request }: PageRequest): Sql {
  if (after === undefined) return sql`true`
  const type = types[shape.sorts[request.by]?.type ?? 'text']
  const compared = request.descending ? sql`<` : sql`>`
  return sql`(${sort.by}, ${id}) ${compared} (${after.value}::${type}, ${after.id}::bigint)`
}

/** The value of the sort as cursors tell it: moments to the microsecond, which `Date` would cut. */
function told({ sort }: Source, { shape, sort: request }: PageRequest): Sql {
  return shape.sorts[request.by]?.type === 'moment'
    ? sql`to_char(${sort.by} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${sort.by}::text`
}
