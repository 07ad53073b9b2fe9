import type { Static } from 'typebox'
import {
  mayReadEvent,
  mayReadRecord,
  type OwnedRecord,
  workplacesOf,
  worksAt,
} from '../../access/records/rules.ts'
import { type Caller, can } from '../../core/caller.ts'
import { failParams } from '../../core/errors.ts'
import type { LinkParams } from '../../core/page.ts'
import {
  defaultWindow,
  isFixedMoment,
  isoWithOffset,
  nextMidnight,
  toInstant,
  type When,
} from '../../core/time.ts'
import { parseSearch, searchProblem } from '../../core/text.ts'
import { truthy } from '../../core/truthy.ts'
import type { Deps } from '../../deps.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { isRecordStatus, seesUnpublished } from '../linked/rules.ts'
import { findOrganizers } from '../organizers/lookup.ts'
import { resolveTerms, withDescendants } from '../terms/lookup.ts'
import { findVenues } from '../venues/lookup.ts'
import type { EventFilter } from './filters.ts'
import { findEvent } from './lookup.ts'
import { dateBound, type DateFilter, dateFilters, radiusUsualKm } from './rules.ts'
import type { EventQuery } from './schema.ts'

type Query = Static<typeof EventQuery>

export type ReadQuery = {
  filter: EventFilter
  /** The parameters that links of the list carry: every filter in effect. */
  links: LinkParams
}

const forStaff = { message: 'Only those who may edit all events may search by external_id.' }
const invalid = { message: 'Invalid parameter.' }

/**
 * The filters of a list, resolved, and in the form that links repeat. Fails with `rest_invalid_param`, naming
 * filters whose record does not exist and those this caller may not use (contract.md 5.2, 5.4).
 */
export async function readQuery(
  deps: Deps,
  { query, caller, basis }: { query: Query; caller: Caller; basis: Basis },
): Promise<ReadQuery> {
  tellBasis(deps, query, basis)
  const terms = await readTerms(deps, query)
  const { dates, unreadable } = readDates(deps, query)
  const problems: Problems = {
    ...terms.problems,
    ...(await linkedProblems(deps, query, caller)),
    ...plainProblems(query, caller),
    ...Object.fromEntries(unreadable.map(name => [name, invalid])),
  }
  if (Object.keys(problems).length > 0) failParams(problems)
  const { search, venue, organizer, featured, geoloc, include, post_parent, ticketed } = query
  const { happening } = query
  const plain = {
    search,
    venue,
    organizer,
    featured,
    happening,
    geoloc,
    include,
    ticketed,
  }
  const names = Object.entries(dates)
  const filter = {
    dates: Object.fromEntries(names.map(([name, when]) => [name, when.instant])),
    ...defined({
      ...plain,
      parentId: post_parent,
      externalId: query.external_id,
      status: query.status,
      near: nearOf(query),
      ...terms.ids,
    }),
  } as EventFilter
  const { categories, tags, geoloc_lat, geoloc_lng, geoloc_radius } = query
  const links: LinkParams = {
    ...Object.fromEntries(
      names.map(([name, when]) => [name, dateInLink(when, deps.config.timezone)]),
    ),
    strict_dates: truthy(query.strict_dates) ? 'true' : undefined,
    status: query.status ?? (seesUnpublished(caller) ? undefined : ['publish']),
    ...plain,
    post_parent,
    external_id: query.external_id,
    categories,
    tags,
    geoloc_lat,
    geoloc_lng,
    geoloc_radius,
  }
  return { filter, links }
}

/** A local time that occurs twice has its offset in links, so that the next page has the same filter. */
const dateInLink = ({ local, instant }: When, zone: string): string =>
  toInstant(local, zone).getTime() === instant.getTime() ? local : isoWithOffset(instant, zone)

/**
 * Declares what a list is made of besides its events: the records in its filters. By the clock it changes at the end
 * of the site's day, which moves the default window, and every second when a filter has a time in words.
 */
function tellBasis({ clock, config }: Deps, query: Query, basis: Basis) {
  const { venue, organizer, categories, tags, geoloc, geoloc_lat } = query
  if (venue) basis.only('venue', venue)
  if (organizer) basis.only('organizer', organizer)
  if (categories ?? tags) basis.any('term')
  if (geoloc !== undefined || geoloc_lat !== undefined) basis.any('venue')
  const moments = (Object.keys(dateFilters) as DateFilter[]).flatMap(name => query[name] ?? [])
  basis.until(nextMidnight(clock.now(), config.timezone))
  if (!moments.every(isFixedMoment)) basis.momentary()
}

function nearOf({ geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radiusKm }: Query) {
  if (lat === undefined || lng === undefined) return undefined
  return { lat, lng, radiusKm: radiusKm ?? radiusUsualKm }
}

function plainProblems(query: Query, caller: Caller): Problems {
  const { status, geoloc_lat, geoloc_lng, search } = query
  const problems: Problems = {}
  const tooMuch =
    caller.kind === 'anonymous' && search !== undefined && searchProblem(parseSearch(search))
  if (tooMuch) problems['search'] = { message: tooMuch }
  if (status && !mayAskFor(status, caller)) problems['status'] = invalid
  if (query.external_id !== undefined && !can(caller, 'edit_others_records')) {
    problems['external_id'] = forStaff
  }
  if (geoloc_lat === undefined && geoloc_lng !== undefined) problems['geoloc_lng'] = invalid
  if (geoloc_lng === undefined && geoloc_lat !== undefined) problems['geoloc_lat'] = invalid
  return problems
}

async function readTerms({ db }: Deps, { categories, tags }: Query) {
  const resolution = categories && (await resolveTerms(db, 'category', categories))
  const tagged = tags && (await resolveTerms(db, 'tag', tags))
  const problems: Problems = {
    ...(resolution?.unknown.length ? { categories: invalid } : {}),
    ...(tagged?.unknown.length ? { tags: invalid } : {}),
  }
  const categoryIds = resolution && (await withDescendants(db, resolution.ids))
  return { problems, ids: { categoryIds, tagIds: tagged?.ids } }
}

/** Records in a filter must exist and be readable for the caller (contract.md 5.11). */
async function linkedProblems(
  { db }: Deps,
  { venue, organizer, post_parent }: Query,
  caller: Caller,
) {
  const problems: Problems = {}
  const isShort = (rows: readonly OwnedRecord[], ids: readonly number[]) =>
    rows.filter(row => mayReadRecord(caller, row)).length < new Set(ids).size
  if (venue && isShort(await findVenues(db, venue), venue)) problems['venue'] = invalid
  if (organizer && isShort(await findOrganizers(db, organizer), organizer))
    problems['organizer'] = invalid
  if (post_parent !== undefined) {
    const parent = await findEvent(db, post_parent)
    if (!parent || !mayReadEvent(caller, parent)) problems['post_parent'] = invalid
  }
  return problems
}

const mayAskFor = (status: readonly string[], caller: Caller) =>
  seesUnpublished(caller) || worksAt(caller, undefined) || workplacesOf(caller).length > 0
    ? status.every(isRecordStatus)
    : status.every(word => word === 'publish')

function defined(values: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

const relativeDates = ['starts_after', 'starts_before', 'ends_after', 'ends_before'] as const

type Dates = Partial<Record<DateFilter, When>>

/**
 * The date window in effect: the sent one; otherwise the default, except with relative dates only; none for
 * named events.
 */
function readDates(
  { config, clock }: Deps,
  query: Query,
): { dates: Dates; unreadable: DateFilter[] } {
  const now = clock.now()
  const reading = { zone: config.timezone, now, strict: truthy(query.strict_dates) }
  const given: Dates = {}
  const unreadable: DateFilter[] = []
  for (const name of Object.keys(dateFilters) as DateFilter[]) {
    const value = query[name]
    const when = value === undefined ? undefined : dateBound(name, value, reading)
    if (when) given[name] = when
    else if (value !== undefined) unreadable.push(name)
  }
  if (query.include) return { dates: {}, unreadable }
  if (relativeDates.some(name => given[name])) return { dates: given, unreadable }
  const usual = defaultWindow(now, config.timezone)
  const from = given.start_date
  // A window that starts after the default end would always be empty, so its end is moved.
  const isLater = from !== undefined && from.instant > usual.end.instant
  const { end } = isLater ? defaultWindow(from.instant, config.timezone) : usual
  return { dates: { start_date: usual.start, end_date: end, ...given }, unreadable }
}
