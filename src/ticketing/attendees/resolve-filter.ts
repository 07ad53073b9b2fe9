import type { Caller } from '../../core/caller.ts'
import { exponentOf } from '../../core/money.ts'
import { normalizeForSearch, parseSearch } from '../../core/text.ts'
import { justAfter, parseWhen } from '../../core/time.ts'
import type { Deps } from '../deps.ts'
import type { AttendeeFilter, AttendeeOrder } from './filters.ts'
import { type AttendeeQuery, eventsNamed, ticketsNamed } from './schema.ts'
import type { Audience } from './view.attendee.ts'
import { type ListSight, listSightOf } from './sight.ts'

type FilterDeps = Pick<Deps, 'clock' | 'config'>

/** Order statuses that the API sums up as `public`; all others are `private`. */
const publicStatuses = ['completed', 'yes', 'publish', 'complete', 'wc-completed']

/**
 * A list's parameters as filters. Filters on hidden members are ignored, so that totals reveal nothing: only
 * staff filter by address and price, and only staff and scanner keys by check-in.
 */
export function resolveFilter(
  query: AttendeeQuery,
  caller: Caller,
  deps: FilterDeps,
): AttendeeFilter {
  const sight = listSightOf(caller)
  const { audience, reach } = sight
  const isStaff = audience === 'staff' || audience === 'door'
  return {
    ...commonFilters(query, deps),
    ...(reach !== 'all' && { onlyEvents: reach }),
    // A device learns names by scanning only, so it cannot search them.
    ...(audience !== 'scanner' && nameFilters(query)),
    ...(isStaff
      ? staffFilters(query, deps, sight)
      : { ...limitsOf(caller, audience), ...openStatuses(query.order_status, audience) }),
    ...(audience !== 'public' && query.checkedin !== undefined && { checkedIn: query.checkedin }),
    inAddresses: isStaff && sight.filters.contacts,
  } as AttendeeFilter
}

/** Scanner keys see the valid attendees of their events; everybody else sees the public attendees. */
function limitsOf(caller: Caller, audience: Audience) {
  if (audience === 'public') return { onlyPublic: true }
  const eventId = caller.kind === 'scanner' ? caller.eventId : null
  return {
    onlyPublic: false,
    statuses: ['publish'],
    ...(eventId !== null && { onlyEvent: eventId }),
  }
}

function commonFilters(query: AttendeeQuery, { clock }: FilterDeps): Partial<AttendeeFilter> {
  const { after, before } = query
  const utc = { zone: 'UTC', now: clock.now() }
  return given({
    include: query.include,
    exclude: query.exclude,
    events: eventsNamed(query),
    excludeEvents: query.exclude_post,
    tickets: ticketsNamed(query),
    excludeTickets: query.exclude_ticket,
    providers: providersOf(query.provider),
    after: after === undefined ? undefined : parseWhen(after, utc)?.instant,
    before: before === undefined ? undefined : justAfter(before, utc),
    goingStatuses: query.rsvp_going_status,
    hasInformation: query.attendee_information_available,
  })
}

function nameFilters({ search, name }: AttendeeQuery): Partial<AttendeeFilter> {
  const text = normalizeForSearch(name ?? '')
  return given({
    search: search === undefined ? undefined : parseSearch(search),
    name: text === '' ? undefined : text,
  })
}

function staffFilters(
  query: AttendeeQuery,
  { config }: FilterDeps,
  { filters }: ListSight,
): Partial<AttendeeFilter> {
  // At the door are the valid tickets, by name.
  if (!filters.staff) return { onlyPublic: false, statuses: ['publish'] }
  const unit = 10 ** exponentOf(config.currency)
  const email = normalizeForSearch(query.email ?? '')
  return {
    onlyPublic: false,
    ...given({
      orderId: query.order_id,
      email: email === '' || !filters.contacts ? undefined : email,
      ...(filters.money && {
        paidLeast: query.price_min === undefined ? undefined : query.price_min * unit,
        paidMost: query.price_max === undefined ? undefined : query.price_max * unit,
      }),
      eventStatuses: unlessAny(query.post_status),
      statuses: unlessAny(query.status ?? ['publish']),
    }),
    ...orderStatuses(query.order_status ?? ['any']),
  }
}

/**
 * All public attendees have a public status. A filter that names every public status would change nothing, so
 * it is left out.
 */
function openStatuses(
  list: readonly string[] = ['public'],
  audience: Audience,
): Partial<AttendeeFilter> {
  return audience === 'public' && list.includes('public') ? {} : orderStatuses(list)
}

function orderStatuses(list: readonly string[]): Partial<AttendeeFilter> {
  if (list.includes('any') || (list.includes('public') && list.includes('private'))) return {}
  const named = list.flatMap(word => (word === 'public' ? publicStatuses : [word]))
  if (!list.includes('private')) return { orderStatuses: named }
  return { notOrderStatuses: publicStatuses.filter(status => !named.includes(status)) }
}

const unlessAny = (list: readonly string[] | undefined) =>
  list?.includes('any') ? undefined : list

function providersOf(names: readonly string[] | undefined) {
  return names?.map(name => (name.toLowerCase() === 'tickets-commerce' ? 'tc' : name.toLowerCase()))
}

function given<T extends object>(members: T) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Sorted by id, ascending, by default. */
export function orderOf(
  { orderby, order, include }: AttendeeQuery,
  audience: Audience,
): AttendeeOrder {
  const by = audience === 'scanner' && orderby === 'title' ? 'id' : (orderby ?? 'id')
  return { by, direction: order ?? 'ASC', include }
}
