import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { ButtonLink, Empty } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { EventCards, LeadEvent } from './event-cards.tsx'
import { EventList } from './event-item.tsx'
import { Chips, SearchForm } from './list-filters.tsx'
import { periodOf, wholeList } from './list-search.ts'
import { type ListedEvent, loadEvents } from './load-events.ts'
import { previewOf } from './picture.tsx'
import { arranged, type Arranged } from './home-rules.ts'

/** How many events that begin from now on, and how many that have begun, are read. */
const nextMost = 13
const runningMost = 4

/**
 * The first page of the site: the event it leads with, what is on this week, what comes later, and what runs already. An
 * exhibition of half a year comes last, and not before each new evening.
 */
export async function homePage(deps: Deps, { db, site, words }: Visit): Promise<Page> {
  const now = deps.clock.now()
  const { window } = periodOf(wholeList, { now, zone: site.zone })
  const next = await loadEvents(deps, db, { window, begins: true, page: 1, perPage: nextMost })
  const running = await loadEvents(deps, db, {
    // Bounds are exclusive: what begins at this very moment runs.
    window: { from: now, to: new Date(now.getTime() + 1) },
    page: 1,
    perPage: runningMost,
  })
  const events = {
    next: next === 'too much' ? [] : next.events,
    running: running === 'too much' ? [] : running.events,
  }
  const shown = arranged(events, now)
  return {
    title: site.name,
    description: words.t('list.description', { site: site.name }),
    canonical: '/',
    picture: previewOf(shown.lead?.event.image || undefined),
    body: <Home {...shown} />,
  }
}

/** One or two events would leave a row of cards half empty, so they are lines. */
function Few({ events }: { events: readonly ListedEvent[] }) {
  return events.length < 3 ? (
    <EventList events={events} level={3} />
  ) : (
    <EventCards events={events} />
  )
}

function Home({ lead, week, later, running }: Arranged<ListedEvent>) {
  const { site, words } = useView()
  const { t } = words
  const isEmpty = !lead && week.length + later.length + running.length === 0
  return (
    <>
      <header class="page-head">
        <h1 class={lead ? 'quiet' : undefined}>{t('home.title')}</h1>
      </header>
      {lead && <LeadEvent listed={lead} />}
      <SearchForm search={wholeList} path="/events/" places={[]} />
      <Chips search={wholeList} term={undefined} categories={[]} places={[]} isHome />
      {isEmpty && (
        <div class="ways">
          <Empty title={t('list.none')} text={t('list.noneText')} />
        </div>
      )}
      {week.length > 0 && (
        <section class="shelf">
          <h2>{t('home.week')}</h2>
          <Few events={week} />
        </section>
      )}
      {later.length > 0 && (
        <section class="shelf">
          <h2>{t('home.later')}</h2>
          <EventList events={later} level={3} />
        </section>
      )}
      {running.length > 0 && (
        <section class="shelf">
          <h2>{t('home.running')}</h2>
          <Few events={running} />
        </section>
      )}
      <p class="row wraps ways">
        <ButtonLink main href={`${site.base}/events/`}>
          {t('home.all')}
        </ButtonLink>
        <ButtonLink href={`${site.base}/events/month/`}>{t('home.month')}</ButtonLink>
      </p>
    </>
  )
}
