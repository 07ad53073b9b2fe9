import { mayReadRecord } from '../../access/records/rules.ts'
import { findEventBySlug, type ListedEvent } from '../../catalogue/events/lookup.ts'
import {
  type ListedEvents,
  listedEvents,
  type OwnFilters,
} from '../../catalogue/events/listed-events.ts'
import { publishDue } from '../../catalogue/events/publish-due.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { findOrganizerPage } from '../../catalogue/organizers/lookup.ts'
import { embeddedTerms, findTermPage } from '../../catalogue/terms/lookup.ts'
import { findVenuePage } from '../../catalogue/venues/lookup.ts'
import { startCalendar } from '../../core/calendar-text.ts'
import { anonymous } from '../../core/caller.ts'
import { atomText, type FeedItem, rssText } from '../../core/feed-text.ts'
import { placeInWords } from '../../core/postal-address.ts'
import { isoWithOffset, toLocal } from '../../core/time.ts'
import type { Locale } from '../../core/locale.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import { eventUid, introOf, titleOf } from '../calendar/calendar-entry.ts'
import { entriesOf, openVenues } from '../calendar/event-calendar.ts'
import type { Deps } from '../deps.ts'
import { speakerOf } from '../../core/words/speak.ts'
import type { FeedAddress, FeedSubject } from './rules.ts'

/** The most events of a list that are read. A calendar shows all of these. */
const listedMost = 5000
/** A feed of news shows those of them that were published last. */
const newsMost = 50
/** Cancelled events stay in calendars for this many days, so that every subscriber sees the cancellation. */
const daysBack = 60
const yearsAhead = 10
const dayMs = 86_400_000

/**
 * Reads the filters of a page that the API does not have, from the page's query, so that its feeds show the same events.
 */
export type ReadPageFilters = (
  lists: Db,
  query: Readonly<Record<string, unknown>>,
) => Promise<OwnFilters>

type FeedRequest = FeedAddress & {
  /** The language of our own words in it; titles of events stay as they are. */
  locale: Locale
  /** Query parameters of the list of events. */
  query: Readonly<Record<string, unknown>>
  lists: Db
  readPageFilters: ReadPageFilters
  /** Receives the instant at which the feed changes by itself. */
  basis: Basis
  /** The path of the page that the feed belongs to, without `.ics`, `.rss` or `.atom`. */
  page: string
  /** The absolute address of the feed. */
  self: string
}

/**
 * A feed as text; undefined for a record that is not public. The text is the same until something it shows changes,
 * or a new day begins.
 */
export async function makeFeed(deps: Deps, wanted: FeedRequest): Promise<string | undefined> {
  await publishDue(deps)
  const about = await findAbout(deps, wanted)
  if (!about) return undefined
  const events = about.event ? alone(about.event) : await listOf(deps, wanted, about.filter)
  const head = {
    title: about.title,
    url: deps.publicRoot + wanted.page,
    selfUrl: deps.publicRoot + wanted.self,
  }
  if (wanted.form === 'ics') {
    const calendar = startCalendar()
    const toEntries = entriesOf(deps, wanted.locale)
    for await (const part of events.parts()) calendar.add(await toEntries(part))
    return calendar.text({ name: head.title, url: head.url })
  }
  const items = await itemsOf(deps, await events.newest(newsMost), wanted.locale)
  return wanted.form === 'rss' ? rssText(head, items) : atomText(head, items)
}

const alone = (event: ListedEvent): ListedEvents => ({
  parts: async function* () {
    yield [event]
  },
  newest: async () => [event],
})

type About = { title: string; filter: Record<string, unknown>; event?: ListedEvent }

async function findAbout(
  { db }: Deps,
  { subject, locale }: { subject: FeedSubject; locale: Locale },
): Promise<About | undefined> {
  switch (subject.kind) {
    case 'list':
      return { title: speakerOf(locale).t('feed.events'), filter: {} }
    case 'category':
    case 'tag': {
      const term = await findTermPage(db, subject.kind, subject.name)
      const filter = subject.kind === 'tag' ? 'tags' : 'categories'
      return term && { title: term.name, filter: { [filter]: String(term.id) } }
    }
    case 'venue':
    case 'organizer':
      return aboutRecord(db, subject.kind, subject.name)
    case 'event': {
      const event = await findEventBySlug(db, subject.name)
      if (!event || !mayReadRecord(anonymous, event)) return undefined
      return { title: titleOf(event, locale), filter: {}, event }
    }
    default:
      return subject satisfies never
  }
}

async function aboutRecord(db: Db, kind: 'venue' | 'organizer', name: string) {
  const row = await (kind === 'venue' ? findVenuePage : findOrganizerPage)(db, name)
  if (!row || !mayReadRecord(anonymous, row)) return undefined
  return { title: row.name, filter: { [kind]: String(row.id) } }
}

async function listOf(
  deps: Deps,
  { subject, query, lists, readPageFilters, basis }: FeedRequest,
  filter: Record<string, unknown>,
) {
  const { clock, config } = deps
  const hasFilters = ['list', 'category', 'tag'].includes(subject.kind)
  const own = hasFilters ? await readPageFilters(lists, query) : {}
  const now = clock.now().getTime()
  const day = (at: number) => toLocal(new Date(at), config.timezone).slice(0, 10)
  return listedEvents(deps, {
    query: { ...query, ...filter },
    own,
    usual: {
      start_date: day(now - daysBack * dayMs),
      end_date: day(now + yearsAhead * 366 * dayMs),
    },
    most: listedMost,
    lists,
    basis,
  })
}

async function itemsOf(
  deps: Deps,
  rows: readonly ListedEvent[],
  locale: Locale,
): Promise<FeedItem[]> {
  const { db, publicRoot, restRoot, secrets } = deps
  const venues = await openVenues(db, rows)
  const ids = rows.map(({ id }) => id)
  const terms = await embeddedTerms(db, ids, restRoot('events'))
  return rows.map(row => {
    const venue = venues.get(row.venue_id ?? 0)
    const isOpen = row.password_hash === null
    const when = row.start_local.slice(0, row.all_day ? 10 : 16)
    return {
      id: `urn:marquee:${eventUid(row.id, secrets.installation)}`,
      title: `${titleOf(row, locale)}, ${when} (${row.timezone})`,
      summary: isOpen ? introOf(row) : '',
      url: eventUrl(row, publicRoot),
      publishedAt: row.published_at ?? row.created_at,
      changedAt: row.updated_at,
      starts: isoWithOffset(row.starts_at, row.timezone),
      ends: isoWithOffset(row.ends_at, row.timezone),
      location: isOpen && venue ? placeInWords(venue) : '',
      categories: isOpen ? (terms.get(row.id)?.categories.map(({ name }) => name) ?? []) : [],
    }
  })
}
