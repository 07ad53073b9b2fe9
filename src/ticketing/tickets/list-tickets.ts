import type { Caller } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { listUrl, type LinkParams, pageOffset, totalPages } from '../../core/page.ts'
import { isFixedMoment, justAfter, parseWhen, toLocal } from '../../core/time.ts'
import { parseSearch, searchProblem } from '../../core/text.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import type { ListOrder, TicketFilter } from './filters.ts'
import { isManager, sightOf } from './rules.ts'
import { TicketQuery } from './schema.ts'
import { listTickets, unknownEvents } from './store.ts'

/**
 * A page of tickets: rows, totals and the address of this list. A page beyond the last is 400
 * `invalid-page-number`.
 */
export async function pageOfTickets(
  { query, caller, request }: { query: TicketQuery; caller: Caller; request: RequestInfo },
  deps: Deps,
) {
  const { page = 1, per_page = 10, offset = 0 } = query
  const filter = filterOf(query, caller, deps)
  const window = { limit: per_page, offset: offset + pageOffset(page, per_page) }
  const wanted = { filter, order: orderOf(query) }
  const { rows, total: matches } = await listTickets(deps.db, wanted, window)
  if (matches === 0 && namesOne(query)) demandKnown(await unknownNamed(deps.db, query))
  const total = offset < matches ? matches : 0
  const pages = totalPages(total, per_page)
  if (page > 1 && page > pages) fail('invalid-page-number')
  const rest_url = listUrl(`${deps.restRoot('tickets')}/tickets/`, sent(query, request))
  return { rest_url, total, total_pages: pages, rows }
}

/**
 * Tells the answer cache which records a list of these events' tickets is made of. A list filtered by availability, or
 * by a time in words ("tomorrow"), is kept for a second only: it can change while none of its tickets does.
 */
export function tellBasisOfList(query: TicketQuery, basis: Basis) {
  const { include_post, is_available, after, before, available_from, available_until } = query
  if (include_post) for (const kind of ['event', 'stock']) basis.only(kind, include_post)
  const moments = [after, before, available_from, available_until].flatMap(one => one ?? [])
  if (is_available !== undefined || !moments.every(isFixedMoment)) basis.momentary()
}

/** Fails unless the events in the filter exist and the search is cheap enough for the public. */
export async function checkEvents(db: Db, query: TicketQuery, caller: Caller): Promise<Problems> {
  const problems = namesOne(query) ? {} : await unknownNamed(db, query)
  const { search } = query
  if (search === undefined || caller.kind !== 'anonymous') return problems
  const message = searchProblem(parseSearch(search))
  return { ...problems, ...(message !== undefined && { search: { message } }) }
}

/** Whether a list filters by a single event: one that has tickets exists. */
const namesOne = ({ include_post, exclude_post }: TicketQuery) =>
  include_post?.length === 1 && !exclude_post

async function unknownNamed(db: Db, query: TicketQuery): Promise<Problems> {
  const filters = ['include_post', 'exclude_post'] as const
  const unknown = await unknownEvents(
    db,
    filters.flatMap(name => query[name] ?? []),
  )
  const wrong = filters.filter(name => query[name]?.some(id => unknown.has(id)))
  return Object.fromEntries(wrong.map(name => [name, { message: 'Invalid parameter.' }] as const))
}

function demandKnown(problems: Problems) {
  if (Object.keys(problems).length > 0) failParams(problems)
}

const managersOnly = [
  'attendees_min',
  'attendees_max',
  'checkedin_min',
  'checkedin_max',
  'capacity_min',
  'capacity_max',
] as const

/** The parameters as filters. Filters for managers are silently ignored for other callers. */
function filterOf(query: TicketQuery, caller: Caller, { clock, config }: Deps): TicketFilter {
  const manager = isManager(caller)
  const utc = { zone: 'UTC', now: clock.now() }
  const moment = (value: string | undefined) =>
    value === undefined ? undefined : parseWhen(value, utc)?.instant
  const end = (value: string | undefined) =>
    value === undefined ? undefined : justAfter(value, utc)
  const from = moment(query.available_from)
  return given({
    sight: sightOf(caller),
    include: query.include,
    exclude: query.exclude,
    include_post: query.include_post,
    exclude_post: query.exclude_post,
    is_available: query.is_available,
    attendee_information_available: query.attendee_information_available,
    search: query.search === undefined ? undefined : parseSearch(query.search),
    provider: providersOf(query.provider),
    currency: nonEmpty(query.currency),
    after: moment(query.after),
    before: end(query.before),
    available_from: from && { instant: from, local: toLocal(from, config.timezone) },
    available_until: end(query.available_until),
    only_listed: manager || query.include || query.include_post ? undefined : true,
    ...statusesOf(query, manager),
    ...(manager && Object.fromEntries(managersOnly.map(name => [name, query[name]]))),
  })
}

/** Managers see every status but the trash by default; other callers see published tickets. */
function statusesOf({ post_status, status }: TicketQuery, manager: boolean) {
  const usual = manager ? undefined : ['publish']
  const events = statusList(post_status, usual)
  return {
    status: statusList(status, usual),
    post_status: events ?? ['publish', 'private', 'future', 'draft', 'pending'],
  }
}

/** `any` and an absent parameter both mean everything the caller may read; undefined is no limit. */
function statusList(statuses: readonly string[] | undefined, usual: readonly string[] | undefined) {
  const list = nonEmpty(statuses) ?? usual
  return list?.includes('any') ? undefined : list
}

const nonEmpty = (list: readonly string[] | undefined) =>
  list === undefined || list.length === 0 ? undefined : list

const providersOf = (list: readonly string[] | undefined) =>
  nonEmpty(list)?.map(name => {
    const lower = name.toLowerCase()
    return lower === 'tickets-commerce' ? 'tc' : lower
  })

const orderOf = ({ orderby, order, include }: TicketQuery): ListOrder => ({
  by: orderby ?? 'title',
  direction: order ?? 'ASC',
  include: include ?? [],
})

/** The recognised parameters as the client sent them, without defaults. */
function sent(query: TicketQuery, { rawQuery }: RequestInfo): LinkParams {
  const names = Object.keys(TicketQuery.properties).filter(name => name in rawQuery)
  return Object.fromEntries(names.map(name => [name, query[name as keyof TicketQuery]]))
}

function given<T extends object>(members: T) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
