import { decodeEntities } from '../../core/text.ts'
import {
  isMap,
  type RestAnswers,
  restAnswers,
  type RestOptions,
  type Values,
  valuesOf,
} from './rest-answers.ts'
import {
  attendeePost,
  eventPost,
  modifierOfRest,
  organizerPost,
  termOfRest,
  ticketPost,
  userOfRest,
  venuePost,
} from './rest-posts.ts'
import { SourceRefused } from './source-refused.ts'
import type { SourcePost, SourceSettings, SourceSite } from './source-site.ts'

const vendor = '/tribe'
const statuses = 'publish,future,draft,pending,private'

/**
 * Looks at a running site by its interface: what a dump of it would bring, but for orders, codes of tickets, passwords of programs and
 * former addresses, which it does not give. Everything is read before anything is decided. Fails with `SourceRefused`.
 */
export async function readRest(address: string, options: RestOptions): Promise<SourceSite> {
  const root = `${withoutSlash(address)}/wp-json`
  const answers = restAnswers(root, options)
  const index = await indexOf(answers, root)
  const isKnown = isMap(await answers.read('/wp/v2/users/me'))
  const events = await all(
    answers,
    `${vendor}/events/v1/events?per_page=50&start_date=1970-01-01${isKnown ? `&status=${statuses}` : ''}`,
    'events',
  )
  const posts = [
    ...(await all(answers, `${vendor}/events/v1/venues?per_page=50`, 'venues')).map(venuePost),
    ...(await all(answers, `${vendor}/events/v1/organizers?per_page=50`, 'organizers')).map(
      organizerPost,
    ),
    ...events.map(eventPost),
    ...(await all(answers, `${vendor}/tickets/v1/tickets?per_page=50`, 'tickets')).map(ticketPost),
    ...(await all(answers, `${vendor}/tickets/v1/attendees?per_page=50`, 'attendees')).map(
      attendeePost,
    ),
  ].sort((one, other) => one.id - other.id)
  return {
    reader: 'rest',
    home: withoutSlash(text(index['home']) || text(index['url']) || address),
    settings: settingsOf(index, events),
    users: isKnown ? (await usersOf(answers)).map(userOfRest) : [],
    terms: [
      ...(await all(answers, `${vendor}/events/v1/categories?per_page=50`, 'categories')).map(
        term => termOfRest(term, 'category'),
      ),
      ...(await all(answers, `${vendor}/events/v1/tags?per_page=50`, 'tags')).map(term =>
        termOfRest(term, 'tag'),
      ),
    ],
    modifiers: await modifiersOf(answers),
    posts: async function* (...types: string[]): AsyncGenerator<SourcePost> {
      yield* posts.filter(({ type }) => types.includes(type))
    },
    left: [],
    lacks: [
      'The interface of a running site has no orders, no codes of tickets, no passwords of programs and no former addresses: move in from a dump.',
      ...(isKnown
        ? []
        : [
            'Nobody is signed in there, so drafts, accounts, fees, coupons and most attendees are not seen: give --auth-file.',
          ]),
      ...(answers.missing.size > 0
        ? [`The site does not give ${[...answers.missing].join(', ')}.`]
        : []),
    ],
    close: async () => {},
  }
}

/** What the site says of itself and of its interface. */
async function indexOf(answers: RestAnswers, root: string): Promise<Values> {
  const index = await answers.read('/')
  if (!isMap(index) || !Array.isArray(index['namespaces'])) {
    throw new SourceRefused(`There is no interface of the old system at ${root}.`)
  }
  if (!index['namespaces'].includes('tribe/events/v1')) {
    throw new SourceRefused(
      `The site at ${root} has no calendar of this kind: its interface has no tribe/events/v1.`,
    )
  }
  return index
}

const withoutSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

async function all(answers: RestAnswers, path: string, member: string): Promise<Values[]> {
  const records: Values[] = []
  for await (const record of answers.list(path, member)) records.push(record)
  return records
}

const usersMost = 100

async function usersOf(answers: RestAnswers): Promise<Values[]> {
  const users: Values[] = []
  for (let page = 1; page <= 100; page += 1) {
    const part = valuesOf(
      await answers.read(`/wp/v2/users?context=edit&per_page=${usersMost}&page=${page}`),
    )
    users.push(...part)
    if (part.length < usersMost) break
  }
  return users
}

async function modifiersOf(answers: RestAnswers) {
  const fees = await answers.read(`${vendor}/tickets/v1/fees`)
  const coupons = await answers.read(`${vendor}/tickets/v1/coupons`)
  return [
    ...valuesOf(isMap(fees) ? fees['all_fees'] : []).map(fee => modifierOfRest(fee, 'fee')),
    ...valuesOf(coupons).map(coupon => modifierOfRest(coupon, 'coupon')),
  ]
}

/** Zone, name, and the word for an event, which the addresses of events show. */
function settingsOf(index: Values, events: readonly Values[]): SourceSettings {
  const [first] = events
  const address = text(first?.['url'])
  const [, slug] = URL.canParse(address)
    ? (/^\/([^/]+)\//.exec(new URL(address).pathname) ?? [])
    : []
  const offset = Number(index['gmt_offset'])
  const zone =
    text(index['timezone_string']) ||
    (Number.isFinite(offset) ? `UTC${offset >= 0 ? '+' : ''}${offset}` : '')
  return {
    name: decodeEntities(text(index['name'])),
    ...(zone !== '' && { zone }),
    eventsSlug: 'events',
    eventSlug: slug ?? 'event',
  }
}
