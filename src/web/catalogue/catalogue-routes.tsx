import { findOldQuery } from '../../importing/addresses/find-old-address.ts'
import { oldQueries } from '../../importing/addresses/rules.ts'
import { currentPath } from '../../catalogue/addresses/lookup.ts'
import type { PageKind } from '../../catalogue/addresses/rules.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { findTermPage } from '../../catalogue/terms/lookup.ts'
import type { Taxonomy } from '../../catalogue/terms/rules.ts'
import type { Deps } from '../../shop/deps.ts'
import { openWith, seesAll } from '../kit/open-event.ts'
import type { Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { dayPage } from './day-page.tsx'
import { eventPage, findPublicEvent } from './event-page.tsx'
import { homePage } from './home-page.tsx'
import { listPage } from './list-page.tsx'
import { listReads } from './list-search.ts'
import { monthPage } from './month-page.tsx'
import { isOld, oldReads, oldSearchAddress, oldTermAddress, oldViews } from './old-addresses.ts'
import { recordPage } from './record-page.tsx'
import { isMonth } from './rules.ts'

/** The pages on which visitors find events. */
export function catalogueRoutes(pages: Pages, deps: Deps) {
  declareLists(pages, deps)
  declareCalendar(pages, deps)
  declareEvent(pages, deps)
  declareOld(pages)
  for (const kind of ['venue', 'organizer'] as const) {
    pages.show({
      path: `/${kind}/:name`,
      kind: 'public',
      reads: ['page', 'when'],
      isList: true,
      handle: async visit => {
        const slug = visit.params['name'] ?? ''
        return (await recordPage(deps, visit, { kind, slug })) ?? renamed(visit, kind, slug)
      },
    })
  }
  pages.show({
    path: '/',
    kind: 'public',
    reads: ['p', 'event_qr_code', 'event_id', ...oldQueries],
    isList: true,
    ownWith: 'code',
    handle: visit => home(visit, deps),
  })
}

async function home(visit: Visit, deps: Deps) {
  const { p, event_qr_code, event_id } = visit.query
  const id = idIn(p)
  if (id !== undefined && visit.query['post_type'] !== 'tribe_events') {
    const row = await findPublicEvent(deps, { id })
    return row && eventPage(deps, visit, { row, isOpen: seesAll(deps, row, visit) })
  }
  if (event_qr_code !== undefined) return toEvent(deps, idIn(event_id))
  const isOld = oldQueries.some(name => visit.query[name] !== undefined)
  const to = isOld ? await findOldQuery(visit.db, visit.query) : undefined
  return moved(to) ?? homePage(deps, visit)
}

const idIn = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined)

/** A ticket's QR code opened in a browser shows its event: checking in is for scanners with a key. */
async function toEvent({ db }: Deps, id: number | undefined): Promise<Redirect> {
  const event = id === undefined ? undefined : await findEvent(db, id)
  const to = event?.status === 'publish' ? `/event/${encodeURIComponent(event.slug)}/` : '/'
  return { to, status: 302 }
}

function declareEvent(pages: Pages, deps: Deps) {
  const path = '/event/:name'
  const find = ({ params }: Visit) => findPublicEvent(deps, { slug: params['name'] ?? '' })
  pages.show({
    path,
    kind: 'public',
    ownWith: 'code',
    handle: async visit => {
      const row = await find(visit)
      if (!row) return renamed(visit, 'event', visit.params['name'] ?? '')
      return eventPage(deps, visit, { row, isOpen: seesAll(deps, row, visit) })
    },
  })
  pages.take({
    path,
    kind: 'personal',
    handle: async visit => {
      const row = await find(visit)
      if (!row) {
        // The browser sends the password to the present address by itself.
        const there = await renamed(visit, 'event', visit.params['name'] ?? '')
        return there && { ...there, status: 308 }
      }
      const to = `/event/${encodeURIComponent(row.slug)}/`
      if (seesAll(deps, row, visit)) return { to, status: 303 }
      const cookie = await openWith(deps, row, visit)
      if (cookie !== undefined) return { to, status: 303, cookies: [cookie] }
      const problem = visit.words.t('event.wrongPassword')
      return eventPage(deps, visit, { row, isOpen: false, problem })
    },
  })
}

function declareLists(pages: Pages, deps: Deps) {
  pages.show({
    path: '/events',
    kind: 'public',
    reads: [...listReads, ...oldReads],
    isList: true,
    handle: visit => moved(oldSearchAddress(visit.query)) ?? listPage(deps, visit),
  })
  for (const taxonomy of ['category', 'tag'] as const) {
    pages.show({
      path: `/events/${taxonomy}/:name`,
      kind: 'public',
      reads: [...listReads, ...oldReads],
      isList: true,
      handle: async visit => {
        const slug = visit.params['name'] ?? ''
        if (isOld(visit.query)) return oldTerm(visit, taxonomy, slug)
        const page = await listPage(deps, visit, { taxonomy, slug })
        return page ?? renamed(visit, taxonomy, slug)
      },
    })
  }
}

function declareCalendar(pages: Pages, deps: Deps) {
  const declare = (
    path: string,
    handle: (visit: Visit) => ReturnType<typeof monthPage> | Redirect,
    reads: readonly string[] = [],
  ) => pages.show({ path, kind: 'public', isList: true, reads, handle })
  declare('/events/month', visit => monthPage(deps, visit, undefined))
  declare('/events/month/:month', visit => monthPage(deps, visit, visit.params['month']))
  declare('/events/today', visit => dayPage(deps, visit, undefined), ['page'])
  const onDay = (visit: Visit) => {
    const { day = '' } = visit.params
    // The existing system's address of a month.
    if (isMonth(day)) return { to: `/events/month/${day}/`, status: 301 } as const
    return dayPage(deps, visit, day)
  }
  declare('/events/:day(^\\d{4}-[\\d-]{2,5}$)', onDay, ['page'])
}

/** More addresses of the existing system: views that are one page here, and pages of a list by number. */
function declareOld(pages: Pages) {
  const lead = (path: string, to: (visit: Visit) => string | undefined) =>
    pages.show({ path, kind: 'public', reads: oldReads, handle: visit => moved(to(visit)) })
  const inList = (to: (visit: Visit) => string) => (visit: Visit) =>
    oldSearchAddress(visit.query) ?? to(visit)
  for (const view of oldViews) {
    lead(
      `/events/${view}`,
      inList(() => '/events/'),
    )
  }
  for (const list of ['/events', '/events/list']) {
    lead(
      `${list}/page/:page(^\\d{1,5}$)`,
      inList(({ params }) => `/events/?page=${params['page']}`),
    )
  }
  for (const taxonomy of ['category', 'tag'] as const) {
    const path = `/events/${taxonomy}`
    pages.show({
      path: `${path}/:name/*`,
      kind: 'public',
      reads: oldReads,
      handle: visit => oldTerm(visit, taxonomy, `${visit.params['name']}/${visit.params['*']}`),
    })
  }
}

/** Where the existing system's address of a category's or a tag's list leads, by the present name of the term. */
async function oldTerm(
  visit: Visit,
  taxonomy: Taxonomy,
  path: string,
): Promise<Redirect | undefined> {
  const old = oldTermAddress(taxonomy, path, visit.query)
  if (!old || (await findTermPage(visit.db, taxonomy, old.name))) return moved(old?.to)
  const now = await currentPath(visit.db, { kind: taxonomy, name: old.name })
  return moved(now ? now + old.query : old.to)
}

/** The page to which the address of a renamed record leads, with the query that was sent. */
async function renamed(visit: Visit, kind: PageKind, name: string): Promise<Redirect | undefined> {
  const path = await currentPath(visit.db, { kind, name })
  const pairs = Object.entries(visit.query).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : [],
  )
  const query = new URLSearchParams(pairs).toString()
  return path === undefined ? undefined : moved(query === '' ? path : `${path}?${query}`)
}

const moved = (to: string | undefined): Redirect | undefined =>
  to ? { to, status: 301 } : undefined
