/** The formats of feeds, by the last part of their address. */
export const feedTypes = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
} as const

export type FeedForm = keyof typeof feedTypes

/** What a feed lists. */
export type FeedSubject =
  | { kind: 'list' }
  | { kind: 'category' | 'tag' | 'venue' | 'organizer' | 'event'; name: string }

export type FeedAddress = { subject: FeedSubject; form: FeedForm }

const places = {
  'events/category': 'category',
  'events/tag': 'tag',
  venue: 'venue',
  organizer: 'organizer',
  event: 'event',
} as const

/** `/events/tag/jazz.ics` means the calendar of the tag `jazz`. Undefined for an address that is no feed. */
export function readFeedAddress(path: string): FeedAddress | undefined {
  const [, place = '', form = ''] = /^\/(.+)\.(ics|rss|atom)$/.exec(path) ?? []
  if (form === '') return undefined
  if (place === 'events') return { subject: { kind: 'list' }, form: form as FeedForm }
  const [, folder = '', name = ''] =
    /^(events\/category|events\/tag|venue|organizer|event)\/([^/]+)$/.exec(place) ?? []
  if (name === '') return undefined
  const kind = places[folder as keyof typeof places]
  return { subject: { kind, name: decoded(name) }, form: form as FeedForm }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const forms: readonly (readonly [RegExp, FeedForm])[] = [
  [/^(?:ical|outlook-ical)$/, 'ics'],
  [/^feed$/, 'rss'],
]

/**
 * The feed's address for a request in the existing system's way: `?ical=1`, `?outlook-ical=1`, or `/feed/` after a
 * page for RSS. Other parameters stay. A page of the calendar has the days that it shows; `today` is for those without
 * a date in their address.
 */
export function feedInstead(url: string, today: string): string | undefined {
  const [path = '', text = ''] = url.split('?', 2)
  const query = new URLSearchParams(text)
  const behind = /^(.+?)\/(feed)\/?$/.exec(path)
  const shown = (behind?.[1] ?? path).replace(/\/$/, '')
  const shownDays = Object.entries(daysShown(oldView(shown, query), today))
  const page = shownDays.length > 0 ? '/events' : withoutView(shown)
  const form = behind ? 'rss' : formAsked(query)
  if (!form || !readFeedAddress(`${page}.${form}`)) return undefined
  useOwnNames(query)
  for (const [name, value] of shownDays) query.set(name, value)
  const rest = query.toString()
  return `${page}.${form}${rest === '' ? '' : `?${rest}`}`
}

/**
 * The search of the existing system's views and their first day get the names that they have here; otherwise the feed
 * would have all events.
 */
function useOwnNames(query: URLSearchParams) {
  const search = query.get(oldSearch)
  const day = firstDayOf(query.get(oldDate))
  for (const name of [oldSearch, oldDate, oldViewName]) query.delete(name)
  if (search && !query.has('search')) query.set('search', search)
  if (day && !query.has('date')) query.set('date', day)
}

const oldSearch = 'tribe-bar-search'
const oldDate = 'tribe-bar-date'
const oldViewName = 'eventDisplay'

/** The page of the calendar that the existing system's address of the list means, or else the page itself. */
function oldView(page: string, query: URLSearchParams): string {
  const view = query.get(oldViewName)
  const isList = withoutView(page) === '/events' && !monthPage.test(page)
  if (!isList || (view !== 'month' && view !== 'day')) return page
  const day = firstDayOf(query.get(oldDate))
  query.delete(oldDate)
  if (view === 'day') return `/events/${day ?? 'today'}`
  return day ? `/events/month/${day.slice(0, 7)}` : '/events/month'
}

/** The day, or the first of the month. */
function firstDayOf(text: string | null): string | undefined {
  if (text === null || !new RegExp(`^${month}(?:-(?:0[1-9]|[12]\\d|3[01]))?$`).test(text)) {
    return undefined
  }
  return text.length === 7 ? `${text}-01` : text
}

/** The list to which a view of the existing system, or a further page, belongs: they share its feeds. */
const withoutView = (page: string) => viewOfList.exec(page)?.[1] ?? page

const viewOfList =
  /^(\/events(?:\/(?:category|tag)\/[^/]+)?)(?:\/(?:list|photo|week|map|summary|month))?(?:\/page\/\d{1,5})?$/

const month = String.raw`\d{4}-(?:0[1-9]|1[0-2])`
const monthPage = new RegExp(`^/events/(?:month(?:/(${month}))?|(${month}))$`)
const dayPage = new RegExp(`^/events/(?:today|(${month}-(?:0[1-9]|[12]\\d|3[01])))$`)

/** The day or the month of a page of the calendar; nothing for other pages. */
function daysShown(page: string, today: string): Record<string, string> {
  const ofDay = dayPage.exec(page)
  if (ofDay) return { day: ofDay[1] ?? today }
  const ofMonth = monthPage.exec(page)
  return ofMonth ? { month: ofMonth[1] ?? ofMonth[2] ?? today.slice(0, 7) } : {}
}

function formAsked(query: URLSearchParams): FeedForm | undefined {
  for (const [name, value] of query) {
    const form = forms.find(([pattern]) => pattern.test(name))?.[1]
    if (!form || value === '0') continue
    query.delete(name)
    return form
  }
  return undefined
}
