import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { ButtonLink, Empty } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { EventList } from './event-item.tsx'
import { periodOf, wholeList } from './list-search.ts'
import { type ListedEvent, loadEvents } from './load-events.ts'

const shown = 8

/** The first page of the site, with the next events. */
export async function homePage(deps: Deps, { db, site, words }: Visit): Promise<Page> {
  const listed = await loadEvents(deps, db, {
    ...periodOf(wholeList, { now: deps.clock.now(), zone: site.zone }),
    page: 1,
    perPage: shown,
  })
  return {
    title: site.name,
    description: words.t('list.description', { site: site.name }),
    canonical: '/',
    body: <Home events={listed === 'too much' ? [] : listed.events} />,
  }
}

function Home({ events }: { events: readonly ListedEvent[] }) {
  const { site, words } = useView()
  const { t } = words
  return (
    <>
      <header class="page-head">
        <h1>{t('home.title')}</h1>
      </header>
      {events.length > 0 ? (
        <EventList events={events} />
      ) : (
        <Empty title={t('list.none')} text={t('list.noneText')} />
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
