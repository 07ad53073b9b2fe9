import { type TObject, Type } from 'typebox'
import { type Caller, can, type Reach, reachOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { type Right, rightNames, rights } from '../../core/rights.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/access.ts'
import type { ListRequest, FilterRequest, ListShape } from './declaration.ts'
import type { Sight } from './filters.ts'
import type { List, Row, Value } from './list.ts'
import { cursorOf, readAsked, type ListParameters } from './grammar.ts'
import { type Page, readPage } from './store.ts'
import { addressFamilies, addressParams } from './schema.ts'

/** What reading a list takes of the installation. */
export type Site = { readonly zone: string; readonly currency: string; readonly now: Date }

/** A list as one caller reads it. */
export type Reading = {
  readonly list: List
  readonly request: ListRequest
  readonly caller: Caller
  readonly sight: Sight
  readonly currency: string
  /** The columns that are shown: those that the caller may see at an event of the list at least. */
  readonly columns: readonly string[]
}

/** The events whose rows of the list the caller sees. */
export function reachOfList({ right }: ListShape, caller: Caller): Reach {
  if (right !== undefined) return reachOf(caller, right)
  // Whoever only says who may do what sees no events.
  const reaches = rightNames
    .filter(name => rights[name].scope !== 'users')
    .map(name => reachOf(caller, name))
  return reaches.includes('all')
    ? 'all'
    : [...new Set(reaches.flatMap(reach => (reach === 'all' ? [] : reach)))]
}

/** The parameters of a list's address that decide its rows. */
export const addressOfList = ({ shape }: List): TObject =>
  Type.Object(addressParams(shape), addressFamilies(shape))

/**
 * Reads the address of a list for a caller. Fails with 400 for what the list does not have, and with 403 for what the
 * caller may not see, which says no more than that.
 */
export function readAddress(
  list: List,
  parameters: ListParameters,
  { caller, site }: { caller: Caller; site: Site },
): Reading {
  const { shape } = list
  const read = readAsked(shape, parameters, site)
  if ('problems' in read) return failParams(read.problems)
  const reach = reachOfList(shape, caller)
  const request = { ...read, filters: read.filters.map(filter => withinReach(filter, reach)) }
  const events = eventsOf(request, reach)
  const everywhere = (right: Right | undefined) =>
    right === undefined || holdsAt(caller, right, events)
  for (const { name } of request.filters) {
    demand(
      everywhere(shape.filters[name]?.right),
      caller,
      `filter.${name} needs ${rightIn(shape.filters[name])} at every event of the list.`,
    )
  }
  const sort = shape.sorts[request.sort.by]
  demand(
    everywhere(sort?.right),
    caller,
    `This sort needs ${rightIn(sort)} at every event of the list.`,
  )
  const isSeen = (name: string) => {
    const right = shape.columns[name]?.right
    return right === undefined || holdsSomewhere(caller, right, events)
  }
  const hidden = request.columns.find(name => !isSeen(name))
  if (request.named && hidden !== undefined) {
    refuse(caller, `The column ${hidden} needs ${rightIn(shape.columns[hidden])}.`)
  }
  return {
    list,
    request,
    caller,
    sight: {
      reach,
      contacts: holdsAt(caller, 'contacts.read', reach),
      names: holdsAt(caller, 'orders.read', reach),
      codes: holdsAt(caller, 'attendees.write', reach),
      whole: reach === 'all' && can(caller, 'money.read') ? 'all' : events === 'all' ? [] : events,
    },
    currency: currencyIn(request, site),
    columns: request.columns.filter(isSeen),
  }
}

/** An event that is not the caller's narrows like one that does not exist, also where it is a part of an order in reach. */
function withinReach(filter: FilterRequest, reach: Reach): FilterRequest {
  return filter.kind === 'ids' && filter.name === 'event' && reach !== 'all'
    ? { ...filter, values: filter.values.filter(event => reach.includes(event)) }
    : filter
}

/** The currency of amounts in filters: the one that the list is narrowed to, or the site's. */
function currencyIn({ filters }: ListRequest, { currency }: Site): string {
  const named = filters.find(({ name }) => name === 'currency')
  const [only, ...more] = named?.kind === 'texts' ? named.values : []
  return only !== undefined && more.length === 0 ? only.toUpperCase() : currency
}

/** The events of the list, as far as the address narrows them; 'all' for those of the whole site. */
function eventsOf({ filters }: ListRequest, reach: Reach): Reach {
  const named = filters.find(({ name }) => name === 'event')
  return named?.kind === 'ids' ? named.values : reach
}

const holdsAt = (caller: Caller, right: Right, events: Reach) =>
  events === 'all' ? can(caller, right) : events.every(event => can(caller, right, event))

const holdsSomewhere = (caller: Caller, right: Right, events: Reach) =>
  can(caller, right) || (events !== 'all' && events.some(event => can(caller, right, event)))

const rightIn = (one: { right?: Right } | undefined) => `\`${one?.right ?? ''}\``

function demand(holds: boolean, caller: Caller, message: string) {
  if (!holds) refuse(caller, message)
}

export type PageSize = {
  readonly limit: number
  readonly count: boolean
  /** Whether the page belongs to an export that has begun, which no wide part of the list ends. */
  readonly goesOn?: boolean
}

/** A page of the list. Fails with 400 where too many rows would have to be looked at one by one. */
export async function pageOfList(db: Db, reading: Reading, wanted: PageSize) {
  const page = await idsOf(db, reading, wanted)
  const { list, caller, sight } = reading
  const rows = await list.rows(db, page.ids, { caller, reach: sight.reach })
  return {
    rows: rows.map(row => shown(row, reading)),
    next: page.next && cursorOf(list.shape, reading.request.sort, page.next),
    after: page.next,
    count: page.count,
  }
}

const idsAtOnce = 1000

/** The ids of all rows of a list, in its order; undefined for one of more than `most`. Fails where it is too wide. */
export async function idsOfList(
  db: Db,
  reading: Reading,
  most: number,
): Promise<number[] | undefined> {
  const ids: number[] = []
  for (let { after } = reading.request, isFirst = true; ; isFirst = false) {
    const page = await idsOf(
      db,
      { ...reading, request: { ...reading.request, after } },
      { limit: idsAtOnce, count: false, goesOn: !isFirst },
    )
    ids.push(...page.ids)
    if (ids.length > most) return undefined
    if (page.next === undefined) return ids
    after = page.next
  }
}

async function idsOf(db: Db, reading: Reading, size: PageSize): Promise<Page> {
  const { list, request, sight, currency } = reading
  const { shape } = list
  const source = list.source(request, sight, currency)
  const page = await readPage(db, source, { goesOn: false, ...request, shape, ...size })
  if (page !== 'too wide') return page
  const used = new Set(request.filters.map(({ name }) => name))
  const filters = shape.narrowing.filter(name => !used.has(name)).map(name => `filter.${name}`)
  return fail('rest_list_too_wide', {
    message: `More than 50,000 ${shape.name} would have to be looked at one by one. Add ${listed([...filters, 'a longer word in search'])}.`,
    data: { filters },
  })
}

const listed = (names: readonly string[]) =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

function shown(row: Row, { columns }: Reading): Row {
  return Object.fromEntries(
    columns.flatMap((name): [string, Value][] =>
      row[name] === undefined ? [] : [[name, row[name]]],
    ),
  )
}
