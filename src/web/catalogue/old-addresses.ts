import { isDay, isMonth } from './rules.ts'

/** The existing system's names for the search words, the first day and the view. */
export const oldReads = ['tribe-bar-search', 'tribe-bar-date', 'eventDisplay'] as const

type OldQuery = Readonly<Partial<Record<(typeof oldReads)[number], unknown>>>

/** Views of the existing system that are part of the list here. */
export const oldViews = ['list', 'photo', 'week', 'map', 'summary'] as const
/** All its views: of a category or a tag they lead to its list. */
const viewsOfTerm: readonly string[] = [...oldViews, 'month', 'day', 'today']

/** Where a search in the existing system's address of the list leads; undefined without one (contract.md 24.9). */
export function oldSearchAddress(query: OldQuery): string | undefined {
  const { eventDisplay: view } = query
  const date = dayIn(query)
  if (view === 'month') return date ? `/events/month/${date.slice(0, 7)}/` : '/events/month/'
  if (view === 'day') return `/events/${date ?? 'today'}/`
  return isOld(query) ? addressOf('/events/', meantBy(query)) : undefined
}

/**
 * Where the existing system's address of a category's or a tag's list leads. `path` is what follows `/events/category/`:
 * parent categories, the category, and perhaps a view, a day or a month, and a page. Undefined when it names no category.
 * `to` is the address, of which `name` and `query` are parts.
 */
export function oldTermAddress(
  taxonomy: 'category' | 'tag',
  path: string,
  query: OldQuery,
): { to: string; name: string; query: string } | undefined {
  const parts = path.split('/').filter(Boolean)
  const page = /^\d{1,5}$/.test(parts.at(-1) ?? '') && parts.at(-2) === 'page' ? parts.at(-1) : ''
  if (page) parts.splice(-2)
  const day = firstDayOf(parts.at(-1))
  if (day) parts.pop()
  // A category may have the name of a view.
  if (parts.length > 1 && viewsOfTerm.includes(parts.at(-1) ?? '')) parts.pop()
  const name = parts.at(-1)
  if (name === undefined) return undefined
  const meant = { ...meantBy(query), ...(day && { date: day }), ...(page && { page }) }
  const search = addressOf('', meant)
  return { to: `/events/${taxonomy}/${encodeURIComponent(name)}/${search}`, name, query: search }
}

/** Whether the query is one of the existing system. */
export const isOld = (query: OldQuery) => Object.keys(meantBy(query)).length > 0

function meantBy(query: OldQuery): Record<string, string> {
  const { 'tribe-bar-search': search } = query
  const date = dayIn(query)
  return {
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(query.eventDisplay === 'past' ? { when: 'past' } : date && { date }),
  }
}

const dayIn = (query: OldQuery) => firstDayOf(query['tribe-bar-date'])

/** The day, or the first of the month. */
function firstDayOf(text: unknown): string | undefined {
  if (isDay(text)) return text
  return isMonth(text) ? `${text}-01` : undefined
}

function addressOf(list: string, meant: Record<string, string>): string {
  const query = new URLSearchParams(meant).toString()
  return query === '' ? list : `${list}?${query}`
}
