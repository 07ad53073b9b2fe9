import type { Browsing } from '../../catalogue/events/browse-events.ts'
import { toInstant, toLocal } from '../../core/time.ts'
import type { Visit } from '../kit/pages.ts'
import { runningOn } from './calendar-window.ts'
import { radii, type Radius, usualRadius } from './places.ts'
import { isDay, shiftDay, weekendFrom } from './rules.ts'

export const perPage = 24
const pagesMost = 10_000

/** The query parameters that lists use. */
export const listReads = ['search', 'date', 'when', 'price', 'near', 'within', 'page'] as const

/** A page number; undefined for an impossible one. */
export function pageNumber(wanted: unknown): number | undefined {
  const page = wanted === undefined ? 1 : Number(wanted)
  return Number.isInteger(page) && page >= 1 && page <= pagesMost ? page : undefined
}

/** The pages before and after one, of a number of pages. */
export const neighbouringPages = (page: number, pages: number, at: (page: number) => string) => ({
  previous: page > 1 ? at(page - 1) : undefined,
  next: page < pages ? at(page + 1) : undefined,
})

/** A visitor's search, as the address has it. */
export type Search = {
  page: number
  search: string | undefined
  /** The first day. */
  date: string | undefined
  when: 'today' | 'weekend' | undefined
  /** Events that are over. A first day then says nothing. */
  past: boolean
  free: boolean
  /** The name of a place, and the distance from it. */
  near: string | undefined
  within: Radius
}

/** A search without any filter. */
export const wholeList: Search = {
  page: 1,
  search: undefined,
  date: undefined,
  when: undefined,
  past: false,
  free: false,
  near: undefined,
  within: usualRadius,
}

/** Reads a search from the query; undefined for an impossible page. Other invalid parameters are ignored. */
export function readSearch(query: Visit['query']): Search | undefined {
  const { page: wanted, date, when, price } = query
  const page = pageNumber(wanted)
  if (page === undefined) return undefined
  return {
    page,
    search: wordsOf(query['search']),
    date: isDay(date) ? date : undefined,
    when: when === 'today' || when === 'weekend' ? when : undefined,
    past: when === 'past',
    free: price === 'free',
    near: wordsOf(query['near']),
    within: radii.find(radius => String(radius) === query['within']) ?? usualRadius,
  }
}

function wordsOf(value: unknown): string | undefined {
  // Links on the page repeat the words, and the feeds that they lead to refuse a NUL.
  const words =
    typeof value === 'string'
      ? value
          .replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200)
      : ''
  return words === '' ? undefined : words
}

/** How far ahead lists look, the same as in the API (contract.md 5.4). */
const daysAhead = 731

type Where = { now: Date; zone: string }

/**
 * The events of a list: those that have not ended. With a first day, those that run on it or later; past ones are in the
 * calendar.
 */
export function periodOf(search: Pick<Search, 'date' | 'when'>, { now, zone }: Where): Period {
  const today = toLocal(now, zone).slice(0, 10)
  const named = daysNamed(search, { now, zone })
  if (!named) {
    const to = toInstant(`${shiftDay(today, daysAhead)} 00:00:00`, zone)
    return { window: { from: now, to } }
  }
  const { from, to } = named.window
  return { ...named, window: { from: search.when && from < now ? now : from, to } }
}

export type Period = Pick<Browsing, 'window' | 'local'>

/**
 * The events that run on the days which a search names, from the first minute of the first; undefined when it names none.
 * Today is the day at the site, and an event runs on a day by the clock of its own zone, as in the calendar.
 */
export function daysNamed(
  { date, when }: Pick<Search, 'date' | 'when'>,
  { now, zone }: Where,
): Period | undefined {
  const today = toLocal(now, zone).slice(0, 10)
  if (when === 'today') return runningOn({ first: today, last: today }, zone)
  if (when === 'weekend') {
    const { from, to } = weekendFrom(today)
    return runningOn({ first: from, last: to }, zone)
  }
  return date === undefined
    ? undefined
    : runningOn({ first: date, last: shiftDay(date, daysAhead - 1) }, zone)
}

/** Whether the search has any filter. */
export const isNarrow = (search: Search) => queryOf({ ...search, page: 1 }) !== ''

/** The query string of a search; empty without filters. */
export function queryOf({ search, date, when, past, free, near, within, page }: Search): string {
  const query = new URLSearchParams({
    ...(search !== undefined && { search }),
    ...(date !== undefined && !past && { date }),
    ...(when && { when }),
    ...(past && { when: 'past' }),
    ...(free && { price: 'free' }),
    ...(near !== undefined && { near }),
    ...(near !== undefined && within !== usualRadius && { within: String(within) }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}
