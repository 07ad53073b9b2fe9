import { type RawBuilder, sql } from 'kysely'
import { normalizeForSearch, parseSearch, searchForms } from '../../core/text.ts'
import type { Instant } from '../../core/time.ts'
import { containing, holdsOneOf } from '../../platform/db/like.ts'
import { type Sight, unlistedStatuses } from '../linked/rules.ts'
import { boundingBox, type DateFilter, dateFilters, earthKm, type Position } from './rules.ts'

export type Circle = Position & { radiusKm: number }

/**
 * Events that begin before `startsBefore`, unless they began before `startsFrom` and were over by `endsAfter`. Times as
 * `2026-12-31 05:00:00`.
 */
export type LocalBounds = { startsBefore: string; startsFrom: string; endsAfter: string }

/** Filters of the event list, resolved to ids and instants. */
export type EventFilter = {
  dates: Partial<Record<DateFilter, Instant>>
  /** Bounds in local time of each event's own zone. */
  local?: LocalBounds
  search?: string
  categoryIds?: readonly number[]
  tagIds?: readonly number[]
  venue?: readonly number[]
  organizer?: readonly number[]
  featured?: boolean
  status?: readonly string[]
  happening?: readonly string[]
  geoloc?: boolean
  near?: Circle
  include?: readonly number[]
  parentId?: number
  ticketed?: boolean
  externalId?: string
  /** Whether the event has a free way in. */
  free?: boolean
}

export type ListViewer = {
  sight: Sight
  /** Whether the caller works with attendees. Such callers see events hidden from listings. */
  seesHidden: boolean
  /** Events for which the caller has grants, and which are seen whatever their state. */
  granted?: readonly number[]
}

type Condition = RawBuilder<unknown>

/** One condition per filter over `events`; a missing one does not compile. */
const conditions: {
  [K in keyof Required<EventFilter>]: (value: NonNullable<EventFilter[K]>) => Condition
} = {
  dates: within,
  local: ({ startsBefore, startsFrom, endsAfter }) => sql`(start_local < ${startsBefore}
    and (start_local >= ${startsFrom} or end_local > ${endsAfter}))`,
  search: matches,
  categoryIds: ids => withTerm(ids),
  tagIds: ids => withTerm(ids),
  venue: ids => sql`venue_id = any(${[...ids]}::bigint[])`,
  organizer: ids => heldBy(ids),
  // Written into the statement as text, so that the planner can use the partial index on this value.
  featured: yes => (yes ? sql`featured` : sql`not featured`),
  status: statuses => sql`status = any(${[...statuses]}::text[])`,
  happening: states => sql`happening = any(${[...states]}::text[])`,
  geoloc: yes => {
    const located = sql`exists (select from venues v
      where v.id = events.venue_id and v.geo_lat is not null and v.geo_lng is not null)`
    return yes ? located : sql`not ${located}`
  },
  near,
  include: ids => sql`id = any(${[...ids]}::bigint[])`,
  parentId: id => sql`parent_id = ${id}`,
  free: yes => {
    const isFree = sql`(0 = any(ticket_prices_minor)
      or (ticketed = '{}' and coalesce(cost -> 'values' ->> 0 = '0', false)))`
    return yes ? isFree : sql`not ${isFree}`
  },
  externalId: text => sql`external_id = ${text}`,
  ticketed: yes => (yes ? sql`ticketed <> '{}'` : sql`ticketed = '{}'`),
}

function within(bounds: EventFilter['dates']): Condition {
  const parts = Object.entries(bounds).map(([name, instant]) => {
    const { column, compare } = dateFilters[name as DateFilter]
    return sql`${sql.ref(column)} ${sql.raw(compare)} ${instant}`
  })
  const { ends_after: from, starts_before: to } = bounds
  if (from && to && from < to) {
    // This bound follows from the others but has an index. Neither of the others alone is narrow in the
    // middle of many years.
    parts.push(sql`tstzrange(starts_at, ends_at, '[]') && tstzrange(${from}, ${to}, '()')`)
  }
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/** Events longer than this are found by the index of their ends: the same interval as in its condition. */
const longDays = 62
const longMs = longDays * 86_400_000

/** The window of a filter for all events that run in it; undefined for a filter that says when they begin. */
function runningIn({
  start_date,
  starts_after,
  ends_after: from,
  starts_before: to,
}: EventFilter['dates']) {
  return from && to && !start_date && !starts_after ? { from, to } : undefined
}

/** Events that began lately, and those that began earlier and are long: each found by an index of its own. */
export type Parts = { lately: Condition; long: Condition }

/**
 * What runs in a window is looked for in two parts, because an event that has not ended may have begun at any time. Both
 * together are all events that run in it. Undefined for a filter that says when events begin.
 */
export function partsOf(dates: EventFilter['dates']): Parts | undefined {
  const running = runningIn(dates)
  if (!running) return undefined
  const from = new Date(running.from.getTime() - longMs)
  const length = sql.raw(`interval '${longDays} days'`)
  return {
    lately: sql`starts_at > ${from}`,
    long: sql`starts_at <= ${from} and ends_at - starts_at > ${length}`,
  }
}

/** Filters on members that a protected event hides; finding the event by them would reveal the members. */
const tellsSecrets: ReadonlySet<keyof EventFilter> = new Set([
  'search',
  'categoryIds',
  'tagIds',
  'venue',
  'organizer',
  'featured',
  'geoloc',
  'near',
  'ticketed',
  'free',
])

function withTerm(ids: readonly number[], fence = sql``): Condition {
  return sql`exists (select from event_terms t
    where t.event_id = events.id and t.term_id = any(${[...ids]}::bigint[]) ${fence})`
}

function heldBy(ids: readonly number[], fence = sql``): Condition {
  return sql`exists (select from event_organizers l
    where l.event_id = events.id and l.organizer_id = any(${[...ids]}::bigint[]) ${fence})`
}

/** All words and phrases, in any field; none of the excluded. */
function matches(text: string): Condition {
  const { words, phrases } = parseSearch(text)
  const pairs = [...words, ...phrases].filter(word => isLetterPair.test(word))
  const isMatch = matchesIn(sql`search_text`, text)
  if (pairs.length === 0) return isMatch
  return sql`${isMatch} and search_text ~ ${sql.lit(lettersOfPairs)}
    and letter_pairs(search_text) @> ${pairs}::text[]`
}

/** The letters of Chinese, Japanese and Korean, of which one or two make a word; the same as in their index. */
const lettersOfPairs = '[々-〇぀-ヿ㐀-鿿가-힣]'
const isLetterPair = new RegExp(`^${lettersOfPairs}{1,2}$`)

function matchesIn(field: Condition, text: string): Condition {
  const { words, phrases, excluded } = parseSearch(text)
  const part = (word: string) => containing(normalizeForSearch(word))
  const parts = [
    ...[...words, ...phrases].map(word => holdsOneOf(field, searchForms(normalizeForSearch(word)))),
    ...excluded.map(word => sql`${field} not like ${part(word)}`),
  ]
  return parts.length === 0 ? sql`false` : sql.join(parts, sql` and `)
}

function near(circle: Circle): Condition {
  return sql`venue_id in (select v.id from venues v where ${withinCircle(circle)})`
}

/** Whether a venue `v` is in the circle: an indexed box first, then the distance on the sphere. */
export function withinCircle({ lat, lng, radiusKm }: Circle): Condition {
  const { south, north, west, east } = boundingBox(lat, lng, radiusKm)
  return sql`(v.geo_lat between ${south}::float8 and ${north}::float8
    and v.geo_lng between ${west}::float8 and ${east}::float8
    and ${2 * earthKm}::float8 * asin(sqrt(least(1,
      power(sin(radians(v.geo_lat - ${lat}::float8) / 2), 2)
      + cos(radians(${lat}::float8)) * cos(radians(v.geo_lat))
        * power(sin(radians(v.geo_lng - ${lng}::float8) / 2), 2)))) <= ${radiusKm}::float8)`
}

/**
 * The events this caller sees in lists: `mayReadRecord` for many rows. Events hidden from listings only for
 * callers who work with attendees.
 */
function visible({ sight, seesHidden, granted = [] }: ListViewer): Condition {
  const own = granted.length === 0 ? undefined : sql`id = any(${[...granted]}::bigint[])`
  const ways: Condition[] = [sql`status = 'publish'`]
  if (sight.userId !== null) ways.push(sql`author_id = ${sight.userId}`)
  if (sight.privates) ways.push(sql`status = 'private'`)
  if (sight.others) ways.push(sql`status <> 'private'`)
  if (own) ways.push(own)
  const [only] = ways
  const seen = ways.length === 1 && only ? only : sql`(${sql.join(ways, sql` or `)})`
  if (seesHidden) return seen
  return own
    ? sql`${seen} and (not hide_from_listings or ${own})`
    : sql`${seen} and not hide_from_listings`
}

/** Events whose password does not stop this caller. */
function unprotected({ sight, granted = [] }: ListViewer): Condition[] {
  if (sight.others) return []
  if (granted.length > 0) {
    return [
      sql`(password_hash is null or author_id = ${sight.userId} or id = any(${[...granted]}::bigint[]))`,
    ]
  }
  return sight.userId === null
    ? [sql`password_hash is null`]
    : [sql`(password_hash is null or author_id = ${sight.userId})`]
}

/** Whether the caller sees published events only, so that no other condition on statuses is needed. */
const seesPublicOnly = ({ sight, granted = [] }: ListViewer) =>
  granted.length === 0 && sight.userId === null && !sight.privates && !sight.others

type Conditions = typeof conditions

/** All filters of a list and the caller's rights, as one condition over `events`. */
export function whereOf(
  filter: EventFilter,
  seen: ListViewer,
  own: Partial<Conditions> = {},
): RawBuilder<boolean> {
  const names = Object.keys(conditions) as (keyof EventFilter)[]
  const present = names.filter(name => filter[name] !== undefined)
  const conditionFor = { ...conditions, ...own } as Record<string, (value: unknown) => Condition>
  const all = [
    visible(seen),
    ...(filter.status || seesPublicOnly(seen)
      ? []
      : [sql`status <> all(${[...unlistedStatuses]}::text[])`]),
    ...(present.some(name => tellsSecrets.has(name)) ? unprotected(seen) : []),
    ...present.map(name => conditionFor[name]?.(filter[name]) ?? sql`true`),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

// The fence makes the planner test event by event; without it, it may read all events of a common term.
const eventByEvent = sql`offset 0`

/** The conditions for reading events one by one, written as expressions that no index has. */
export const eachByItself: Partial<Conditions> = {
  search: text => matchesIn(sql`(search_text || '')`, text),
  categoryIds: ids => withTerm(ids, eventByEvent),
  tagIds: ids => withTerm(ids, eventByEvent),
  organizer: ids => heldBy(ids, eventByEvent),
}

/**
 * Whether to walk the index of start dates until a page is full. Only for a window that begins somewhere and
 * no other filter: with another one all matches may be at its end, which the planner cannot know. Local bounds leave out
 * events at the edges of a window only, so in a long one they do not count.
 */
export function isPlain({ dates, status: _status, local, ...narrower }: EventFilter): boolean {
  if (Object.keys(narrower).length > 0) return false
  const running = runningIn(dates)
  if (local && !(running && running.to.getTime() - running.from.getTime() > longMs)) return false
  return Boolean(dates.start_date ?? dates.starts_after ?? running)
}
