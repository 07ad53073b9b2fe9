import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/planned-anew.ts'
import {
  type EventFilter,
  eachByItself,
  isPlain,
  partsOf,
  type ListViewer,
  whereOf,
} from './filters.ts'
import {
  type EventRow,
  findEvents,
  type ListedEvent,
  selectEvents,
  selectListed,
} from './lookup.ts'

type Condition = RawBuilder<unknown>

type ListRequest = {
  filter: EventFilter
  seen: ListViewer
  page: { limit: number; offset: number }
  /** The most events that one list may read. */
  throughMost: number
  /**
   * How many matches beyond the start of the page are counted at most. Lists without it have an exact total. Counting
   * all matches of a common word takes longer than finding the page.
   */
  countMost?: number
}

export type EventList = {
  rows: EventRow[]
  total: number
  /** Whether there are more than `total`, which is as far as they were counted. */
  isMore: boolean
}

/**
 * One page of events by start, or by publication for named ones, and the total for this caller. Undefined
 * when more events would have to be read than allowed.
 */
export async function listEvents(db: Db, request: ListRequest): Promise<EventList | undefined> {
  const { filter, seen } = request
  if (isPlain(filter)) {
    // Only the rows of the page are read with all columns; a far page skips index entries, not rows.
    const rows = await selectEvents(db)
      .where('id', '=', sql<number>`any(array(${plainIds(request)}))`)
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
    return { rows, ...(await countOf(db, filter, { seen })) }
  }
  const hits = await searchPage(db, request)
  if (!hits) return undefined
  const { ids, count } = hits
  const rows = ids.length === 0 ? [] : await findEvents(db, ids)
  return { rows: inOrder(rows, ids), ...count }
}

/**
 * The ids of the same page, without a total: for calendars, which have thousands of events and read them in parts.
 * Undefined when more events would have to be read than allowed.
 */
export async function listIds(
  db: Db,
  request: Omit<ListRequest, 'countMost'>,
): Promise<readonly number[] | undefined> {
  if (!isPlain(request.filter)) return (await searchPage(db, { ...request, countMost: 0 }))?.ids
  const { rows } = await sql<{ id: number }>`${plainIds(request)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these events that the caller may still see, with what calendars and feeds show, in this order. */
export async function readListed(
  db: Db,
  ids: readonly number[],
  seen: ListViewer,
): Promise<ListedEvent[]> {
  return inOrder(await listedAmong(db, ids, seen).execute(), ids)
}

/** The same for the events among these that were published last, the newest first. */
export const readNewest = (
  db: Db,
  ids: readonly number[],
  { seen, most }: { seen: ListViewer; most: number },
): Promise<ListedEvent[]> =>
  listedAmong(db, ids, seen)
    .orderBy(sql`coalesce(published_at, created_at)`, 'desc')
    .orderBy('starts_at')
    .orderBy('id')
    .limit(most)
    .execute()

const listedAmong = (db: Db, ids: readonly number[], seen: ListViewer) =>
  selectListed(db)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where(whereOf({ dates: {} }, seen))

const plainIds = ({ filter, seen, page }: ListRequest) => sql<{ id: number }>`
  select id from ${among(filter, seen, { most: page.limit + page.offset })}
  order by starts_at, id limit ${page.limit} offset ${page.offset}`

/** The events of a filter as a table `found`. Of those that began lately, at most the first `most` if they are wanted. */
function among(
  filter: EventFilter,
  seen: ListViewer,
  { most, columns = 'id, starts_at' }: { most?: number; columns?: string } = {},
): Condition {
  const where = whereOf(filter, seen)
  const events = sql`select ${sql.raw(columns)} from events where`
  const first = most === undefined ? sql`` : sql`order by starts_at, id limit ${most}`
  const parts = partsOf(filter.dates)
  if (!parts) return sql`(${events} ${where} ${first}) found`
  const { lately, long } = parts
  // The long ones have no limit: they are few, and with one the planner walks the starts of all past events to them.
  return sql`((${events} ${lately} and ${where} ${first})
    union all (${events} ${long} and ${where})) found`
}

type Count = Pick<EventList, 'total' | 'isMore'>
type Page = { ids: readonly number[]; count: Count }

/** The page of a list that has more filters than a start, or of named events. */
async function searchPage(db: Db, request: ListRequest): Promise<Page | undefined> {
  const { filter, throughMost } = request
  const isNamed = filter.include !== undefined
  const isBounded = !isNamed && throughMost !== Number.POSITIVE_INFINITY
  const tooMany = isBounded && (await countInWindow(db, request, throughMost)).isMore
  const first = await amongFirst(db, request, tooMany)
  if (first || tooMany) return first
  const { ids, total } = await idsOf(db, request, { byPublication: isNamed })
  return { ids, count: { total, isMore: false } }
}

/** Up to this many events it is faster to test each one than to search the index of a common word or term. */
const readThroughMax = 2000
/** So many events at the start of a longer window are tested: a word of one event in twenty fills a page with them. */
const aheadMost = 500

/**
 * The page of a search, when the first events of its window are enough for it: the window has no more of them, or the
 * words and terms are so common that the page is full already. Undefined otherwise.
 */
async function amongFirst(
  db: Db,
  request: ListRequest,
  /** Whether the window holds more than may be read; then no more than its first events are counted. */
  tooMany: boolean,
): Promise<Page | undefined> {
  const { filter, seen, page, countMost } = request
  if (!isSearchFrom(filter)) return undefined
  const { ids, total, isAll } = await testEnough(db, request, tooMany)
  if (isAll) return { ids, count: { total, isMore: false } }
  if (ids.length < page.limit) return undefined
  if (tooMany) return countMost === undefined ? undefined : { ids, count: { total, isMore: true } }
  const most = countMost === undefined ? undefined : page.offset + countMost
  return { ids, count: await countOf(db, filter, { seen, most }) }
}

/** Whether a list begins somewhere and has filters that are searched for in an index. */
const isSearchFrom = (filter: EventFilter): boolean =>
  isPlain({ dates: filter.dates }) &&
  (Object.keys(eachByItself) as (keyof EventFilter)[]).some(name => filter[name] !== undefined)

/** Tests some of the first events, and more of them when these are likely to fill the page. */
async function testEnough(db: Db, request: ListRequest, tooMany: boolean) {
  const { page, countMost } = request
  // Where only these events are counted, each page counts the same ones, or the pages would end too early.
  const ahead = tooMany && countMost ? readThroughMax : aheadMost
  const first = await testFirst(db, request, ahead)
  if (first.isAll || first.ids.length === page.limit) return first
  // An exact total has all matches read anyway, so they are searched for at once.
  const isNear = countMost !== undefined && first.total * (readThroughMax / ahead) >= page.limit
  return isNear ? testFirst(db, request, readThroughMax) : first
}

/** Tests the first events of a window, or all when there are few: which of them belong to the page, and how many match. */
async function testFirst(db: Db, { filter, seen, page }: ListRequest, ahead: number) {
  const { dates, status } = filter
  // Statuses that lists leave out unless they are asked for must not be left out of the window.
  const inWindow = { dates, ...(status && { status }) }
  const tested = sql`case when (select count(*) from first) < ${readThroughMax}
    then ${readThroughMax}::bigint else ${ahead}::bigint end`
  const { rows } = await plannedAnew(sql<{ read: number; total: number; ids: number[] }>`
    with first as materialized (
      select id, starts_at from ${among(inWindow, seen, { most: readThroughMax })}
      order by starts_at, id limit ${readThroughMax}
    ), found as materialized (
      select id, starts_at from events
      where id = any(array(select id from first order by starts_at, id limit ${tested}))
        and ${whereOf(filter, seen, eachByItself)}
    )
    select (select count(*) from first) as read, (select count(*) from found) as total,
      array(select id from found order by starts_at, id limit ${page.limit} offset ${page.offset}) as ids
  `).execute(db)
  const { read = 0, total = 0, ids = [] } = rows[0] ?? {}
  return { ids, total, isAll: read < readThroughMax }
}

const countInWindow = (db: Db, { filter: { dates }, seen }: ListRequest, most: number) =>
  countOf(db, { dates }, { seen, most })

/** How many events a filter finds; counting stops at `most`. */
async function countOf(
  db: Db,
  filter: EventFilter,
  { seen, most = Number.POSITIVE_INFINITY }: { seen: ListViewer; most?: number | undefined },
): Promise<Count> {
  const limit = most === Number.POSITIVE_INFINITY ? sql`` : sql`limit ${most + 1}`
  const { rows } = await plannedAnew(sql<{ total: number }>`
    select count(*) as total from (
      select 1 from ${among(filter, seen, { columns: '1' })} ${limit}
    ) counted`).execute(db)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, most), isMore: total > most }
}

/** Finds all matches once, for both the page and the total, with the index that suits these values best. */
async function idsOf(
  db: Db,
  { filter, seen, page }: ListRequest,
  { byPublication }: { byPublication: boolean },
): Promise<{ ids: number[]; total: number }> {
  const order = byPublication ? sql`published_at desc, id desc` : sql`starts_at, id`
  const { rows } = await plannedAnew(sql<{ id: number; total: number }>`
    with found as materialized (
      select * from ${among(filter, seen, { columns: 'id, starts_at, published_at' })}
    )
    select id, (select count(*) from found) as total
    from found order by ${order} limit ${page.limit} offset ${page.offset}`).execute(db)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
