import { toInstant, toLocal } from '../../core/time.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { Empty } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { EventList } from './event-item.tsx'
import { type ListedEvent, loadEvents } from './load-events.ts'
import { daysOf, isDay, shiftDay } from './rules.ts'
import { Views } from './views.tsx'

const eventsMost = 200

/** The events of a day; without a day, of today. */
export async function dayPage(
  deps: Deps,
  { db, site, words }: Visit,
  wanted: string | undefined,
): Promise<Page | undefined> {
  const day = wanted ?? toLocal(deps.clock.now(), site.zone).slice(0, 10)
  if (!isDay(day)) return undefined
  const startOf = (other: string) => toInstant(`${other} 00:00:00`, site.zone)
  const window = { from: startOf(shiftDay(day, -1)), to: startOf(shiftDay(day, 2)) }
  const found = await loadEvents(deps, db, { window, page: 1, perPage: eventsMost })
  const events = (found === 'too much' ? [] : found.events).filter(({ row }) =>
    daysOf(row.start_local, row.end_local).includes(day),
  )
  const name = words.moment(new Date(`${day}T00:00:00Z`), 'UTC', 'day')
  const title = words.t('day.title', { day: name })
  return {
    title,
    description: `${title}. ${words.t('list.description', { site: site.name })}`,
    canonical: events.length === 0 ? undefined : `/events/${day}/`,
    source: { list: { start_date: day, end_date: day } },
    body: <Day day={day} name={name} events={events} />,
  }
}

type DayProps = { day: string; name: string; events: readonly ListedEvent[] }

function Day({ day, name, events }: DayProps) {
  const { site, words } = useView()
  const { t } = words
  const at = (other: string) => `${site.base}/events/${other}/`
  return (
    <>
      <header class="page-head row between wraps">
        <h1>{name}</h1>
        <Views at="day" />
      </header>
      <nav class="row between calendar-nav" aria-label={t('list.day')}>
        <a class="btn s" rel="prev nofollow" href={at(shiftDay(day, -1))}>
          {t('day.previous')}
        </a>
        <a class="btn s" rel="next nofollow" href={at(shiftDay(day, 1))}>
          {t('day.next')}
        </a>
      </nav>
      {events.length > 0 ? <EventList events={events} /> : <Empty title={t('day.empty')} />}
    </>
  )
}
