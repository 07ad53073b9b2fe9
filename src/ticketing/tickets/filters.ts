import { type RawBuilder, sql } from 'kysely'
import { type parseSearch, searchForms } from '../../core/text.ts'
import type { When } from '../../core/time.ts'
import { containing, holdsOneOf } from '../../platform/db/like.ts'
import type { Sight } from './rules.ts'

type Condition = RawBuilder<boolean>

/** Filters of the ticket list, resolved: dates as instants, providers under our own names. */
export type TicketFilter = {
  /** The tickets this caller may see; always present. */
  sight: Sight
  search?: ReturnType<typeof parseSearch>
  is_available?: boolean
  provider?: readonly string[]
  after?: Date
  /** Exclusive. */
  before?: Date
  include?: readonly number[]
  exclude?: readonly number[]
  include_post?: readonly number[]
  exclude_post?: readonly number[]
  attendees_min?: number
  attendees_max?: number
  checkedin_min?: number
  checkedin_max?: number
  capacity_min?: number
  capacity_max?: number
  /** In the site's wall-clock time. */
  available_from?: When
  /** Exclusive. */
  available_until?: Date
  /** Without tickets of events hidden from listings. */
  only_listed?: true
  post_status?: readonly string[]
  status?: readonly string[]
  currency?: readonly string[]
  attendee_information_available?: boolean
}

type Conditions = {
  readonly [K in keyof TicketFilter]-?: (value: Exclude<TicketFilter[K], undefined>) => Condition
}

const now = sql`(select clock_timestamp())`
/** Expired holds that the upkeep job has not closed yet; their places are already free. */
const expiredOwn = sql`coalesce((select sum(h.quantity) from holds h where h.state = 'open'
  and h.event_id = t.event_id and h.expires_at <= ${now} and h.pool_id = o.id), 0)`
const expiredShared = sql`coalesce((select sum(h.quantity) from holds h join pools c on c.id = h.pool_id
  where h.state = 'open' and h.event_id = t.event_id and h.expires_at <= ${now}
  and c.shared_pool_id = s.id), 0)`
const someLeft = sql<boolean>`(e.happening = 'scheduled'
  and (o.capacity is null or o.capacity - o.sold - o.held + ${expiredOwn} > 0)
  and (s.capacity is null or s.capacity - s.sold - s.held + ${expiredShared} > 0))`
const capacity = sql`coalesce(o.capacity, s.capacity)`

/**
 * One condition per filter, over tickets t, events e, own pools o and shared pools s. A missing condition
 * does not compile.
 */
const conditions: Conditions = {
  sight: sight => readable(sight),
  search: ({ words, phrases, excluded }) =>
    all([
      ...[...words, ...phrases].map(part => holdsOneOf(sql`t.search_text`, searchForms(part))),
      ...excluded.map(part => sql<boolean>`t.search_text not like ${containing(part)}`),
    ]),
  is_available: yes => (yes ? someLeft : sql`not ${someLeft}`),
  provider: list => sql`t.provider = any(${list}::text[])`,
  after: instant => sql`coalesce(t.published_at, t.created_at) >= ${instant}::timestamptz`,
  before: instant => sql`coalesce(t.published_at, t.created_at) < ${instant}::timestamptz`,
  include: ids => sql`t.id = any(${ids}::bigint[])`,
  exclude: ids => sql`t.id <> all(${ids}::bigint[])`,
  include_post: ids => sql`t.event_id = any(${ids}::bigint[])`,
  exclude_post: ids => sql`t.event_id <> all(${ids}::bigint[])`,
  attendees_min: least => sql`t.attendees_count >= ${least}::bigint`,
  attendees_max: most => sql`t.attendees_count <= ${most}::bigint`,
  checkedin_min: least => sql`t.checked_in_count >= ${least}::bigint`,
  checkedin_max: most => sql`t.checked_in_count <= ${most}::bigint`,
  capacity_min: least => sql`(${capacity} is null or ${capacity} >= ${least}::bigint)`,
  capacity_max: most => sql`${capacity} <= ${most}::bigint`,
  // A ticket without a start is shown with the day its event was published, from midnight in the site's zone.
  // One whose event was never published matches every bound.
  available_from: ({ instant, local }) =>
    sql`coalesce(t.sale_starts_at >= ${instant}::timestamptz,
      date_trunc('day', e.published_local) >= ${local}::timestamp, true)`,
  available_until: instant => sql`coalesce(t.sale_ends_at,
    case when exists (select from whole_event_sales w where w.ticket_id = t.id) then e.ends_at else e.starts_at end) < ${instant}::timestamptz`,
  only_listed: () => sql`not e.hide_from_listings`,
  post_status: list => sql`e.status = any(${list}::text[])`,
  status: list => sql`t.status = any(${list}::text[])`,
  currency: list => sql`t.currency = any(${list.map(code => code.toUpperCase())}::text[])`,
  // Tickets ask attendees for their names only (the `iac` member). This filter means more than names, so no
  // ticket matches it.
  attendee_information_available: yes => sql`${!yes}`,
}

/**
 * Filters on members that a protected event hides. Its tickets are left out of such lists, so that totals
 * reveal nothing.
 */
const revealing = new Set<keyof TicketFilter>([
  'search',
  'is_available',
  'provider',
  'after',
  'before',
  'available_from',
  'available_until',
  'currency',
])

/** The condition of all filters together. */
export function where(filter: TicketFilter): Condition {
  const names = (Object.keys(filter) as (keyof TicketFilter)[]).filter(
    name => filter[name] !== undefined,
  )
  const parts = names.map(name => (conditions[name] as (value: unknown) => Condition)(filter[name]))
  const isRevealing = names.some(name => revealing.has(name))
  return all(isRevealing ? [...parts, sql`not ${locked(filter.sight)}`] : parts)
}

/**
 * `mayReadRecord` for the event and for the ticket: an unpublished ticket is for callers who may change it, a hidden one for the
 * staff of its event, too (contract.md 42.4).
 */
function readable(sight: Sight): Condition {
  return sql`(${eventReadable(sight)} and ((t.status = 'publish' and ${unhidden(sight)}) or ${editable(sight)}))`
}

function unhidden({ worksEverywhere, granted }: Sight): Condition {
  if (worksEverywhere) return sql`true`
  const open = sql<boolean>`not exists (select from hidden_tickets h where h.ticket_id = t.id)`
  return granted.length === 0 ? open : sql`(${open} or e.id = any(${granted}::bigint[]))`
}

function eventReadable(sight: Sight): Condition {
  const { userId, readPrivate, edit, editOthers, editPublished, granted } = sight
  const ways: Condition[] = [sql`e.status = 'publish'`]
  if (userId !== null) ways.push(sql`e.author_id = ${userId}`)
  if (readPrivate) ways.push(sql`e.status = 'private'`)
  if (granted.length > 0) ways.push(sql`e.id = any(${granted}::bigint[])`)
  if (edit && editOthers) {
    ways.push(sql`(e.status <> 'private' and (e.status <> 'future' or ${editPublished}))`)
  }
  return sql`(${sql.join(ways, sql` or `)})`
}

/** `mayEditRecord` for the event. */
function editable({ changed, ...sight }: Sight): Condition {
  const byRole = editableByRole(sight)
  return changed.length === 0 ? byRole : sql`(${byRole} or e.id = any(${changed}::bigint[]))`
}

type ByRole = Omit<Sight, 'changed'>

function editableByRole({ userId, edit, editOthers, editPublished }: ByRole): Condition {
  if (!edit) return sql`false`
  const own = editOthers ? sql`true` : sql`e.author_id = ${userId}`
  return editPublished
    ? sql`(${own})`
    : sql`(${own} and e.status not in ('publish', 'future', 'private'))`
}

/** Whether the event's password hides its tickets from this caller. */
function locked(sight: Sight): Condition {
  return sight.manager
    ? sql`false`
    : sql`(e.password_hash is not null and not coalesce(${editable(sight)}, false))`
}

const all = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`

export type ListOrder = {
  by: 'id' | 'include' | 'title' | 'slug'
  direction: 'ASC' | 'DESC'
  include: readonly number[]
}

/**
 * The order of the list; equal rows by id. Tickets with hidden values come last, so that their position
 * reveals nothing.
 */
export function orderBy({ by, direction, include }: ListOrder, sight: Sight) {
  const way = direction === 'DESC' ? sql`desc` : sql`asc`
  if (by === 'id') return sql`t.id ${way}`
  if (by === 'include')
    return sql`array_position(${include}::bigint[], t.id) ${way} nulls last, t.id ${way}`
  const key = by === 'title' ? sql`split_part(t.search_text, E'\n', 1)` : sql`t.slug`
  if (sight.manager) return sql`${key} ${way}, t.id ${way}`
  const hidden = locked(sight)
  return sql`${hidden}, case when ${hidden} then '' else ${key} end ${way}, t.id ${way}`
}
