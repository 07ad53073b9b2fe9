import { Type } from 'typebox'
import { anonymous } from '../../core/caller.ts'
import { failParams } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import { compileShape, readParameters } from '../../platform/http/request/validation.ts'
import { sightOf } from '../linked/rules.ts'
import { type Browsing, datesOf } from './browse-events.ts'
import type { EventFilter } from './filters.ts'
import type { ListedEvent } from './lookup.ts'
import { throughMost } from './page-of-events.ts'
import { publishDue } from './publish-due.ts'
import { readQuery } from './read-query.ts'
import { EventQuery } from './schema.ts'
import type { DateFilter } from './rules.ts'
import { listIds, readListed, readNewest } from './store.lists.ts'

const none = Type.Object({})
const shape = compileShape(none, EventQuery, none)

type ListRequest = {
  /** Parameters of the list as texts, as they were sent. */
  query: Readonly<Record<string, unknown>>
  /** The default window without date parameters, in the form that the list takes. */
  usual: { start_date: string; end_date: string }
  /** Filters that the list does not have as parameters; a window replaces that of the parameters. */
  own?: OwnFilters
  most: number
  lists: Db
  /** Receives the instant at which the list changes by itself. */
  basis: Basis
}

export type OwnFilters = Pick<EventFilter, 'local' | 'venue' | 'free'> & {
  /** Events that run at some moment of it. */
  window?: Browsing['window']
}

/** Events of a list, which are read when they are wanted. */
export type ListedEvents = {
  /** All of them by start, some at a time. */
  parts(): AsyncIterable<readonly ListedEvent[]>
  /** Those that were published last, at most this many, the newest first. */
  newest(most: number): Promise<readonly ListedEvent[]>
}

/**
 * The events that a list with these parameters shows the public, by start, at most `most`. Fails with
 * `rest_invalid_param` like the list; parameters for pages have no effect here.
 */
export async function listedEvents(
  deps: Deps,
  { query, usual, own = {}, most, lists, basis }: ListRequest,
): Promise<ListedEvents> {
  basis.until(await publishDue(deps))
  const parameters = readParameters(shape, {
    path: {},
    query: { ...usual, ...query },
    body: {},
    bodyIsText: true,
  })
  const read = await readQuery(deps, { query: parameters.query, caller: anonymous, basis })
  const { window, ...narrower } = own
  // Which venues these are depends on all of them.
  if (narrower.venue) basis.any('venue')
  const dates = window ? datesOf(window) : withRunning(read.filter.dates, query)
  const filter = { ...read.filter, ...narrower, dates }
  const page = { limit: most, offset: 0 }
  const bound = throughMost(deps, filter, anonymous)
  const ids =
    (await listIds(lists, { filter, seen, page, throughMost: bound })) ??
    failParams({ start_date: { message: 'begins too wide a window for this search.' } })
  return {
    parts: () => inParts(lists, ids),
    newest: wanted => readNewest(lists, ids, { seen, most: wanted }),
  }
}

/**
 * The default ends of the window have what runs in it, where the list has what begins and ends in it. Ends that a client
 * sent mean what they mean there (contract.md 5.4).
 */
function withRunning(
  dates: EventFilter['dates'],
  query: ListRequest['query'],
): EventFilter['dates'] {
  const isSent = (...names: DateFilter[]) => names.some(name => query[name] !== undefined)
  const { start_date: from, end_date: to, ...others } = dates
  const isBegun = isSent('start_date', 'starts_after', 'ends_after')
  return {
    ...(from && (isBegun ? { start_date: from } : { ends_after: from })),
    ...(to && (isSent('end_date') ? { end_date: to } : { starts_before: to })),
    ...others,
  }
}

const seen = { sight: sightOf(anonymous), seesHidden: false }
/** So many events are read at once. The program writes them while the database reads the next ones. */
const partSize = 500

async function* inParts(lists: Db, ids: readonly number[]) {
  const read = (from: number) => {
    if (from >= ids.length) return undefined
    const part = readListed(lists, ids.slice(from, from + partSize), seen)
    // The reader may have failed before, and wait for this part no more.
    part.catch(() => {})
    return part
  }
  let coming = read(0)
  for (let from = partSize; coming; from += partSize) {
    const part = await coming
    coming = read(from)
    yield part
  }
}
