import { type RawBuilder, sql } from 'kysely'
import { type parseSearch, searchForms } from '../../core/text.ts'
import { containing } from '../../platform/db/like.ts'
import { rarestPart } from './rules.ts'

type Condition = RawBuilder<unknown>

/** Filters of the attendee list, resolved: dates as instants, prices in minor units, providers under our own names. */
export type AttendeeFilter = {
  include?: readonly number[]
  exclude?: readonly number[]
  events?: readonly number[]
  /** The only event whose attendees the scanner key sees, whatever the request asks for. */
  onlyEvent?: number
  /** The only events whose attendees the reader's grants reach. */
  onlyEvents?: readonly number[]
  excludeEvents?: readonly number[]
  tickets?: readonly number[]
  excludeTickets?: readonly number[]
  orderId?: number
  providers?: readonly string[]
  search?: ReturnType<typeof parseSearch>
  /** Whether addresses are searched as well as names. */
  inAddresses: boolean
  /** A sample of the searched texts, used to find the rarest part of the wanted text. */
  sample?: readonly string[]
  name?: string
  email?: string
  after?: Date
  /** Exclusive. */
  before?: Date
  paidLeast?: number
  paidMost?: number
  eventStatuses?: readonly string[]
  statuses?: readonly string[]
  orderStatuses?: readonly string[]
  notOrderStatuses?: readonly string[]
  checkedIn?: boolean
  goingStatuses?: readonly string[]
  hasInformation?: boolean
  /** Only attendees that everybody may see. */
  onlyPublic: boolean
}

type Conditions = {
  readonly [K in keyof AttendeeFilter]-?: (
    value: Exclude<AttendeeFilter[K], undefined>,
    all: AttendeeFilter,
  ) => Condition
}

const always = sql`true`
const names = sql`split_part(a.search_text, E'\n', 1)`
const readableEvent = sql`e.status = 'publish' and e.password_hash is null`
const listedEvent = sql`${readableEvent} and not e.hide_from_listings`

/**
 * Only events that everybody may read. Events hidden from listings only when the request names an event or
 * ticket (contract.md 5.10).
 */
function publicEvent({ include, events, tickets }: AttendeeFilter): Condition {
  return include || events || tickets ? readableEvent : listedEvent
}

/** Nobody learns the name of a hidden ticket from who has it (contract.md 42.4). */
const ofShownTicket = sql`not exists (select from hidden_tickets h where h.ticket_id = a.ticket_id)`

const addresses = sql`split_part(a.search_text, E'\n', 2)`

/** One condition per filter; a missing one does not compile. */
const conditions: Conditions = {
  include: ids => sql`a.id = any(${ids}::bigint[])`,
  exclude: ids => sql`a.id <> all(${ids}::bigint[])`,
  events: ids => oneOf(sql`a.event_id`, ids),
  onlyEvent: id => sql`a.event_id = ${id}::bigint`,
  onlyEvents: ids => oneOf(sql`a.event_id`, ids),
  excludeEvents: ids => sql`a.event_id <> all(${ids}::bigint[])`,
  tickets: ids => oneOf(sql`a.ticket_id`, ids),
  excludeTickets: ids => sql`a.ticket_id <> all(${ids}::bigint[])`,
  orderId: id => sql`a.order_id = ${id}::bigint`,
  providers: list =>
    sql`coalesce(t.provider, case when a.going is null then 'tc' else 'rsvp' end) = any(${list}::text[])`,
  search: ({ words, phrases, excluded }, { inAddresses, sample }) => {
    const line = inAddresses ? sql`a.search_text` : names
    const parts = [...words, ...phrases].map(wanted => holdsAForm(line, wanted, sample))
    const not = excluded.map(containing).map(unwanted => sql`${line} not like ${unwanted}`)
    return sql`(${sql.join([always, ...parts, ...not], sql` and `)})`
  },
  inAddresses: () => always,
  sample: () => always,
  name: (text, { sample }) => holdsAForm(names, text, sample),
  email: (text, { sample }) => holds(addresses, text, sample),
  after: instant => sql`a.created_at >= ${instant}::timestamptz`,
  before: instant => sql`a.created_at < ${instant}::timestamptz`,
  paidLeast: minor => sql`a.paid_minor >= ${minor}::bigint`,
  paidMost: minor => sql`a.paid_minor <= ${minor}::bigint`,
  eventStatuses: list => sql`e.status = any(${list}::text[])`,
  statuses: list => sql`a.status = any(${list}::text[])`,
  orderStatuses: list => sql`a.order_status = any(${list}::text[])`,
  notOrderStatuses: list => sql`a.order_status <> all(${list}::text[])`,
  checkedIn: yes => (yes ? sql`a.checked_in_at is not null` : sql`a.checked_in_at is null`),
  goingStatuses: list => sql`(a.going is null or a.order_status = any(${list}::text[]))`,
  // Search covers the attendee's name and address only.
  hasInformation: yes => (yes ? sql`false` : always),
  onlyPublic: (yes, all) =>
    yes
      ? sql`a.status = 'publish' and not a.opted_out and a.going is distinct from false
          and a.order_status in ('completed', 'yes') and ${ofShownTicket} and ${publicEvent(all)}`
      : always,
}

/**
 * An equality where possible: only then does an index return rows in order, so that the first page reads no
 * more rows than it shows.
 */
function oneOf(column: Condition, ids: readonly number[]): Condition {
  const [id, ...others] = ids
  return id !== undefined && others.length === 0
    ? sql`${column} = ${id}::bigint`
    : sql`${column} = any(${ids}::bigint[])`
}

/** Filters that the maintained counters can answer. */
const counted = new Set<keyof AttendeeFilter>([
  'events',
  'onlyEvent',
  'onlyEvents',
  'tickets',
  'excludeEvents',
  'excludeTickets',
  'inAddresses',
  'sample',
  'onlyPublic',
  'statuses',
  'orderStatuses',
  'notOrderStatuses',
  'checkedIn',
])

/**
 * Whether the list is of valid or public attendees, filtered by event, ticket, order status and check-in
 * only. Then counters give the total.
 */
function isCounted(filter: AttendeeFilter): boolean {
  const names = Object.keys(filter) as (keyof AttendeeFilter)[]
  if (!names.every(name => counted.has(name))) return false
  if (filter.onlyPublic) return filter.statuses === undefined && filter.checkedIn === undefined
  return filter.statuses?.length === 1 && filter.statuses[0] === 'publish'
}

/** The total of a filter, as `total`, over the tables of `countedIn`. */
export function countedOf(filter: AttendeeFilter): Condition {
  if (!isCounted(filter)) return sql`count(*)::integer as total`
  return sql`coalesce(sum(${countOf(filter)}), 0)::integer as total`
}

function countOf({ onlyPublic, checkedIn }: AttendeeFilter): Condition {
  if (onlyPublic) return sql`a.listed`
  if (checkedIn === undefined) return sql`a.valid`
  return checkedIn ? sql`a.inside` : sql`a.valid - a.inside`
}

/** The tables over which a total is counted. */
export function countedIn(filter: AttendeeFilter): Condition {
  return isCounted(filter) ? sql`attendee_counts a ${eventsOf(filter)}` : tablesOf(filter)
}

/** Attendees, joined only with the tables that the filter needs. */
export function tablesOf(filter: AttendeeFilter): Condition {
  const tickets =
    filter.providers === undefined ? sql`` : sql`left join tickets t on t.id = a.ticket_id`
  return sql`attendees a ${eventsOf(filter)} ${tickets}`
}

function eventsOf({ onlyPublic, eventStatuses }: AttendeeFilter): Condition {
  const isAsked = onlyPublic || eventStatuses !== undefined
  return isAsked ? sql`join events e on e.id = a.event_id` : sql``
}

/** The condition of a total over the tables of `countedIn`. */
export function countedWhere(filter: AttendeeFilter): Condition {
  if (!isCounted(filter)) return attendeesWhere(filter)
  const { checkedIn: _inside, statuses: _valid, ...rest } = filter
  const places = attendeesWhere({ ...rest, onlyPublic: false })
  return filter.onlyPublic ? sql`${places} and ${ofShownTicket} and ${publicEvent(filter)}` : places
}

/** The condition of all filters together. */
export function attendeesWhere(filter: AttendeeFilter): Condition {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  const parts = entries.map(([name, value]) =>
    (conditions[name as keyof AttendeeFilter] as (v: unknown, all: AttendeeFilter) => Condition)(
      value,
      filter,
    ),
  )
  return parts.length === 0 ? always : sql.join(parts, sql` and `)
}

/** Names are typed at the door without their apostrophes and dots. */
const holdsAForm = (line: Condition, wanted: string, sample?: readonly string[]): Condition =>
  sql`(${sql.join(
    searchForms(wanted).map(form => holds(line, form, sample)),
    sql` or `,
  )})`

/**
 * The index narrows the rows first; the exact comparison decides. Only the rarest part of the text goes to
 * the index: a part that most addresses share would lead it through all rows.
 */
function holds(line: Condition, wanted: string, sample: readonly string[] = []): Condition {
  const narrow = containing(rarestPart(wanted, sample))
  return sql`(a.search_text like ${narrow} and ${line} like ${containing(wanted)})`
}

/** Above this share of the sample a text is too common for the index; reading in order fills a page sooner. */
const rareShare = 0.05

/** Whether few attendees match the searched text, judged by a sample of the attendees. */
export function looksRare({ search, name, email, sample = [] }: AttendeeFilter): boolean {
  const wanted = [...(search?.words ?? []), ...(search?.phrases ?? []), name, email]
  return wanted.some(
    text =>
      text !== undefined &&
      sample.filter(one => one.includes(text)).length <= sample.length * rareShare,
  )
}

/** Whether neither an index nor the counters can answer the list, so that every attendee has to be read. */
export function looksAtEach(filter: AttendeeFilter, { by }: AttendeeOrder): boolean {
  if (filter.include !== undefined || filter.orderId !== undefined || looksRare(filter))
    return false
  const ofOneEvent = filter.events?.length === 1
  const isInOrder = by === 'id' || by === 'slug' || (by !== 'include' && ofOneEvent)
  return !isCounted(filter) || !isInOrder
}

export type AttendeeOrder = {
  by: 'id' | 'date' | 'include' | 'title' | 'slug'
  direction: 'ASC' | 'DESC'
  include?: readonly number[] | undefined
}

/** The order of the list; equal rows are ordered by id. */
export function attendeesOrder({ by, direction, include = [] }: AttendeeOrder): Condition {
  const way = direction === 'DESC' ? sql`desc` : sql`asc`
  if (by === 'date') return sql`a.created_at ${way}, a.id ${way}`
  // The longest prefix of the order that an index has.
  if (by === 'title') return sql`left(${names}, 200) ${way}, a.id ${way}`
  if (by === 'include') {
    return sql`array_position(${include}::bigint[], a.id) ${way} nulls last, a.id ${way}`
  }
  // An attendee's slug is derived from its id.
  return sql`a.id ${way}`
}
