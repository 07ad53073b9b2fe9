import { type DataSet, fillCatalogue } from './event-data-set.ts'
import type { Question, Subject } from './growth.ts'

/** The limit for requests that match equally many events at every size: largest time against smallest. */
const readBar = 1.5
/** The limit for all others: a fifth more per tenfold size. */
const bar = 1.2 ** 2
const allTime = 'start_date=1990-01-01&end_date=2200-01-01'
const today = new Date().toISOString().slice(0, 10)

const lists: [name: string, query: string | ((set: DataSet) => string)][] = [
  ['default list', ''],
  ['page 100', 'page=100'],
  ['category, the rest is past', 'categories=common'],
  ['category, the rest in others', `categories=rare&${allTime}`],
  ['tag', `tags=rare&${allTime}`],
  ['word, the rest is past', 'search=festival'],
  ['word, the rest without it', `search=ostrich&${allTime}`],
  ['radius, the rest is past', 'geoloc_lat=60.4&geoloc_lng=5.33'],
  ['venue', ({ venueId }) => `venue=${venueId}`],
  ['organizer', ({ organizerId }) => `organizer=${organizerId}`],
  ['month of a calendar', `ends_after=${today}&starts_before=${inDays(30)}`],
  [
    'category, word and radius',
    'categories=common&search=festival&geoloc_lat=60.4&geoloc_lng=5.33',
  ],
]

const reads: [name: string, path: string | ((set: DataSet) => string)][] = [
  ['event by id', ({ eventId }) => `/events/${eventId}`],
  ['event by slug', ({ slug }) => `/events/by-slug/${slug}`],
  ['venue search', '/venues?search=bergen'],
  ['organizer search', '/organizers?search=bergen.example'],
  ['categories', '/categories'],
  ['tags', '/tags'],
]

const growing: [name: string, path: string][] = [
  ['all events ever', `/events?${allTime}`],
  ['all events of a word', `/events?search=festival&${allTime}`],
  ['venues', '/venues'],
  ['venues with upcoming events', '/venues?only_with_upcoming=true'],
  ['organizers', '/organizers'],
]

const draft = (set: DataSet, title: string) => ({
  title,
  start_date: `${inDays(700)} 19:00:00`,
  end_date: `${inDays(700)} 21:00:00`,
  venue: set.venueId,
  organizer: set.organizerId,
  categories: 'common',
})

const writes: [name: string, ask: Question<DataSet>['ask']][] = [
  ['create', (set, n) => ({ method: 'POST', path: '/events', body: draft(set, `Made ${n}`) })],
  [
    'create, a title others have',
    set => ({ method: 'POST', path: '/events', body: draft(set, 'Long') }),
  ],
  [
    'update of a text',
    ({ changedId }, n) => ({
      method: 'PATCH',
      path: `/events/${changedId}`,
      body: { excerpt: `Edition ${n}` },
    }),
  ],
  [
    'update of terms and status',
    ({ changedId }, n) => ({
      method: 'PATCH',
      path: `/events/${changedId}`,
      body: { categories: n % 2 ? 'common' : 'rare', status: n % 3 ? 'publish' : 'draft' },
    }),
  ],
]

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const pathOf = (path: string | ((set: DataSet) => string), set: DataSet) =>
  typeof path === 'string' ? path : path(set)

/** The events namespace with a growing catalogue: reads by the public, writes by an administrator. */
export const eventGrowth: Subject<DataSet> = {
  name: 'events',
  namespace: 'events',
  totalHeader: 'x-tec-total',
  sizes: [1_000, 10_000, 100_000],
  fill: ({ pool }, size, authorId) => fillCatalogue(pool, size, authorId),
  questions: [
    ...lists.map(([name, query]) => ({
      name,
      bar: readBar,
      total: 'same' as const,
      ask: (set: DataSet) => ({ path: `/events?${pathOf(query, set)}` }),
    })),
    ...reads.map(([name, path]) => ({
      name,
      bar,
      ask: (set: DataSet) => ({ path: pathOf(path, set) }),
    })),
    ...writes.map(([name, ask]) => ({
      name,
      bar,
      ask: (set: DataSet, n: number) => ({ ...ask(set, n), as: 'staff' as const }),
    })),
    ...growing.map(([name, path]) => ({ name, ask: () => ({ path }) })),
  ],
}
