import { toLocal } from '../../core/time.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { Icon } from '../kit/icon.tsx'
import { Empty, Pager } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { EventList } from './event-item.tsx'
import { neighbouringPages, pageNumber } from './list-search.ts'
import { type Listed, loadEvents } from './load-events.ts'
import { dayInCalendar } from './calendar-window.ts'
import { isDay, shiftDay } from './rules.ts'
import { Views } from './views.tsx'
import { headed } from './when.tsx'

const perPage = 100

/** The events of a day; without a day, of today. */
export async function dayPage(
  deps: Deps,
  { db, site, words, query }: Visit,
  wanted: string | undefined,
): Promise<Page | undefined> {
  const day = wanted ?? toLocal(deps.clock.now(), site.zone).slice(0, 10)
  const page = pageNumber(query['page'])
  if (!isDay(day) || page === undefined) return undefined
  const listed = await loadEvents(deps, db, { ...dayInCalendar(day, site.zone), page, perPage })
  const result = listed === 'too much' ? { events: [], total: 0, pages: 0, isMore: false } : listed
  if (page > 1 && page > result.pages) return undefined
  const at = (other: number) => `/events/${day}/${other === 1 ? '' : `?page=${other}`}`
  const name = words.moment(new Date(`${day}T00:00:00Z`), 'UTC', 'day')
  const title = words.t('day.title', { day: name })
  return {
    title,
    description: `${title}. ${words.t('list.description', { site: site.name })}`,
    canonical: result.events.length === 0 ? undefined : at(page),
    ...neighbouringPages(page, result.pages, at),
    source: { list: { start_date: day, end_date: day } },
    body: <Day {...{ day, name, result, page, at }} />,
  }
}

type DayProps = {
  day: string
  name: string
  result: Listed
  page: number
  at: (page: number) => string
}

function Day({ day, name, result, page, at }: DayProps) {
  const { site, words } = useView()
  const { t } = words
  const to = (other: string) => `${site.base}/events/${other}/`
  return (
    <>
      <header class="page-head row between wraps">
        <h1>{headed(words, name)}</h1>
        <Views at="day" />
      </header>
      <nav class="row between calendar-nav" aria-label={t('list.day')}>
        <a class="btn s" rel="prev nofollow" href={to(shiftDay(day, -1))}>
          <Icon name="back" turns />
          <span class="word">{t('day.previous')}</span>
        </a>
        <a class="btn s" rel="next nofollow" href={to(shiftDay(day, 1))}>
          <span class="word">{t('day.next')}</span>
          <Icon name="onward" turns />
        </a>
      </nav>
      {result.events.length > 0 ? (
        <EventList events={result.events} />
      ) : (
        <Empty title={t('day.empty')} />
      )}
      <Pager
        page={page}
        pages={result.pages}
        isMore={result.isMore}
        href={other => site.base + at(other)}
      />
    </>
  )
}
