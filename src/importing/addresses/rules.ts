/** The words of an old site for its list and for an event, which its owner chose. */
export type OldSite = { readonly eventsSlug: string; readonly eventSlug: string }

/** What an address of an old site means here. `query` is what follows it, with its question mark. */
export type Meant =
  | { readonly kind: 'path'; readonly to: string }
  | { readonly kind: 'event'; readonly name: string; readonly query: string }
  | {
      readonly kind: 'term'
      readonly taxonomy: 'category' | 'tag'
      readonly path: string
      readonly search: string
    }
  | { readonly kind: 'record'; readonly oldId: number }
  | { readonly kind: 'picture'; readonly path: string }

/** The address with our words for the list and for an event, and `?ical=1` in place of `/ical/`: what the feeds understand. */
export function inOurWords(path: string, search: string, { eventsSlug, eventSlug }: OldSite) {
  const parts = segmentsOf(path)
  const words = new URLSearchParams(search)
  if (parts.at(-1) === 'ical') {
    parts.pop()
    words.set('ical', '1')
  }
  const [first = ''] = parts
  if (first === eventsSlug.toLowerCase()) parts[0] = 'events'
  else if (first === eventSlug.toLowerCase()) parts[0] = 'event'
  // Parents of a category stand before it.
  const [root, taxonomy] = parts
  if (root === 'events' && (taxonomy === 'category' || taxonomy === 'tag') && words.has('ical')) {
    parts.splice(2, Math.max(0, parts.length - 3))
  }
  return { parts, path: `/${parts.map(encodeURIComponent).join('/')}/`, search: words.toString() }
}

const segmentsOf = (path: string) =>
  path
    .split('/')
    .filter(part => part !== '')
    .map(part => decoded(part).toLowerCase())

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const lists = new Set(['', 'list', 'photo', 'week', 'map', 'summary', 'featured', 'list/featured'])
const sitemaps = /^\/(wp-)?sitemap[\w-]*\.xml$/i

/** What a path of an old site means; undefined for one that is none. `query` is for lists, with the old names of its words. */
export function meantBy(path: string, search: string, site: OldSite): Meant | undefined {
  if (sitemaps.test(path)) return { kind: 'path', to: '/sitemap.xml' }
  const [, upload] = /^\/wp-content\/uploads\/(.+)$/.exec(decoded(path)) ?? []
  if (upload !== undefined) return { kind: 'picture', path: withoutSize(upload) }
  const { parts } = inOurWords(path, search, site)
  const [first, ...rest] = parts
  if (first === 'events') return listMeant(rest, search)
  if (first === 'event' && rest[0] !== undefined) return { kind: 'event', name: rest[0], query: '' }
  if (first === 'tag' && rest[0] !== undefined)
    return { kind: 'term', taxonomy: 'tag', path: rest.join('/'), search }
  if (first !== undefined && rest.length === 0) return { kind: 'event', name: first, query: '' }
  return undefined
}

/** A picture's path without the mark of a size: `a-300x200.jpg` is a size of `a.jpg`. */
const withoutSize = (path: string): string => path.replace(/-\d{1,5}x\d{1,5}(?=\.\w{1,5}$)/, '')

function listMeant(parts: readonly string[], search: string): Meant {
  const rest = parts.join('/')
  const [, page] = /^(?:list\/)?page\/(\d{1,5})$/.exec(rest) ?? []
  if (page !== undefined) return { kind: 'path', to: `/events/?page=${page}` }
  if (lists.has(rest)) return { kind: 'path', to: listAddress(search) }
  if (rest === 'month' || rest === 'today') return { kind: 'path', to: `/events/${rest}/` }
  const [, month] = /^(?:month\/)?(\d{4}-\d\d)$/.exec(rest) ?? []
  if (month !== undefined) return { kind: 'path', to: `/events/month/${month}/` }
  const [, day] = /^(?:day\/)?(\d{4}-\d\d-\d\d)$/.exec(rest) ?? []
  if (day !== undefined) return { kind: 'path', to: `/events/${day}/` }
  return termMeant(parts, search) ?? { kind: 'path', to: '/events/' }
}

function termMeant([taxonomy, ...names]: readonly string[], search: string): Meant | undefined {
  if (names.length === 0 || (taxonomy !== 'category' && taxonomy !== 'tag')) return undefined
  return { kind: 'term', taxonomy, path: names.join('/'), search }
}

/** The list, from the day on that the old address names. */
function listAddress(search: string): string {
  const words = new URLSearchParams(search)
  const kept = new URLSearchParams()
  const text = words.get('tribe-bar-search')
  const day = words.get('tribe-bar-date') ?? ''
  if (text) kept.set('search', text)
  if (/^\d{4}-\d\d(-\d\d)?$/.test(day)) kept.set('date', day.length === 7 ? `${day}-01` : day)
  if (words.get('eventDisplay') === 'past') kept.set('when', 'past')
  const query = kept.toString()
  return query === '' ? '/events/' : `/events/?${query}`
}

/** The queries by which an old site finds something at its root. */
export const oldQueries = [
  'page_id',
  'post_type',
  'tribe_events',
  'tribe_events_cat',
  'tribe_venue',
  'tribe_organizer',
  'eventDisplay',
  'eventDate',
] as const

/** What a query at the root of an old site means; undefined for the home page itself. */
export function meantByQuery(query: Readonly<Record<string, unknown>>): Meant | undefined {
  const of = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const id = of('page_id') || (of('post_type') === '' ? '' : of('p'))
  if (/^\d{1,15}$/.test(id)) return { kind: 'record', oldId: Number(id) }
  if (of('tribe_events') !== '')
    return { kind: 'event', name: of('tribe_events').toLowerCase(), query: '' }
  if (of('tribe_events_cat') !== '') {
    return {
      kind: 'term',
      taxonomy: 'category',
      path: of('tribe_events_cat').toLowerCase(),
      search: '',
    }
  }
  if (of('tribe_venue') !== '')
    return { kind: 'path', to: `/venue/${encodeURIComponent(of('tribe_venue'))}/` }
  if (of('tribe_organizer') !== '') {
    return { kind: 'path', to: `/organizer/${encodeURIComponent(of('tribe_organizer'))}/` }
  }
  if (of('post_type') !== 'tribe_events') return undefined
  const month = of('eventDate')
  if (of('eventDisplay') === 'past') return { kind: 'path', to: '/events/?when=past' }
  if (of('eventDisplay') !== 'month') return { kind: 'path', to: '/events/' }
  return {
    kind: 'path',
    to: /^\d{4}-\d\d/.test(month) ? `/events/month/${month.slice(0, 7)}/` : '/events/month/',
  }
}
