import { eventUrl } from '../../catalogue/events/rules.ts'
import { toInstant, toLocal } from '../../core/time.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { Icon } from '../kit/icon.tsx'
import { Empty } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { type ListedEvent, loadEvents } from './load-events.ts'
import { daysOfMonth } from './calendar-window.ts'
import {
  type Days,
  daysApart,
  daysWithin,
  isMonth,
  shiftDay,
  shiftMonth,
  weeksOf,
} from './rules.ts'
import { Views } from './views.tsx'
import { headed } from './when.tsx'

/** A month with more of them leads to the pages of its days. */
const eventsMost = 1000
/** A day shows this many events, and links to its page for the rest. */
const perDay = 4
/**
 * Only this many months around today are linked, because a robot would otherwise follow the calendar without end.
 */
const monthsLinked = { back: 12, ahead: 24 }

/** A month as a calendar; without a month, the current one. */
export async function monthPage(
  deps: Deps,
  { db, site, words }: Visit,
  wanted: string | undefined,
): Promise<Page | undefined> {
  const today = toLocal(deps.clock.now(), site.zone).slice(0, 10)
  const month = wanted ?? today.slice(0, 7)
  if (!isMonth(month)) return undefined
  const startOf = (day: string) => toInstant(`${day} 00:00:00`, site.zone)
  const window = {
    from: startOf(shiftDay(`${month}-01`, -daysApart)),
    to: startOf(shiftDay(`${shiftMonth(month, 1)}-01`, daysApart)),
  }
  const listed = await loadEvents(deps, db, { window, page: 1, perPage: eventsMost })
  const events = listed === 'too much' ? [] : listed.events
  const days = byDay(events, daysOfMonth(month))
  const unreadFrom =
    listed !== 'too much' && listed.total > events.length ? cutOff(events) : undefined
  const isEmpty = days.size === 0
  const near = (other: string) =>
    other >= shiftMonth(today.slice(0, 7), -monthsLinked.back) &&
    other <= shiftMonth(today.slice(0, 7), monthsLinked.ahead)
  const [previous, next] = [shiftMonth(month, -1), shiftMonth(month, 1)]
  const plain = monthName(words, month)
  const name = headed(words, plain)
  const path = (other: string) => `/events/month/${other}/`
  return {
    title: name,
    description: `${words.t('list.title')}, ${plain}. ${words.t('list.description', { site: site.name })}`,
    canonical: isEmpty ? undefined : path(month),
    previous: near(previous) ? path(previous) : undefined,
    next: near(next) ? path(next) : undefined,
    islands: ['calendar'],
    source: { list: { start_date: `${month}-01`, end_date: shiftDay(`${next}-01`, -1) } },
    body: (
      <Month
        {...{ month, name, days, today, isEmpty, unreadFrom }}
        previous={near(previous) ? path(previous) : undefined}
        next={near(next) ? path(next) : undefined}
      />
    ),
  }
}

const inUtc = (day: string) => new Date(`${day}T00:00:00Z`)
const monthName = ({ moment }: Words, month: string) => moment(inUtc(`${month}-01`), 'UTC', 'month')

function byDay(events: readonly ListedEvent[], shown: Days): Map<string, ListedEvent[]> {
  const days = new Map<string, ListedEvent[]>()
  for (const listed of events) {
    for (const day of daysWithin(shown, listed.row)) {
      days.set(day, [...(days.get(day) ?? []), listed])
    }
  }
  return days
}

/** The first day that may have events which were not read: further west the last one's day is an earlier one. */
function cutOff(events: readonly ListedEvent[]): string | undefined {
  const last = events.at(-1)?.row.start_local.slice(0, 10)
  return last && shiftDay(last, -daysApart)
}

type MonthProps = {
  month: string
  name: string
  days: ReadonlyMap<string, readonly ListedEvent[]>
  today: string
  isEmpty: boolean
  /** From this day on there may be more events than were read. */
  unreadFrom: string | undefined
  previous: string | undefined
  next: string | undefined
}

function Month({ month, name, days, today, isEmpty, unreadFrom, previous, next }: MonthProps) {
  const { site, words } = useView()
  const { t, moment } = words
  const weeks = weeksOf(month, site.weekBegins)
  return (
    <>
      <header class="page-head row between wraps">
        <h1>{name}</h1>
        <Views at="month" />
      </header>
      <nav class="row wraps between calendar-nav" aria-label={t('list.month')}>
        <span>
          {previous && (
            <a class="btn s" rel="prev" href={site.base + previous}>
              <Icon name="back" turns />
              <span class="word">{t('month.previous')}</span>
            </a>
          )}
        </span>
        <a href={`${site.base}/events/month/`}>{t('month.today')}</a>
        <span>
          {next && (
            <a class="btn s" rel="next" href={site.base + next}>
              <span class="word">{t('month.next')}</span>
              <Icon name="onward" turns />
            </a>
          )}
        </span>
      </nav>
      {isEmpty && <Empty title={t('month.empty')} />}
      <table class={isEmpty ? 'calendar empty-month' : 'calendar'}>
        <caption class="quiet">{name}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th key={day} scope="col">
                <span class="quiet">{moment(inUtc(day), 'UTC', 'longWeekday')}</span>
                <span aria-hidden="true">{moment(inUtc(day), 'UTC', 'weekday')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <Day
                  key={day}
                  day={day}
                  today={today}
                  isOwn={day.startsWith(month)}
                  events={days.get(day) ?? []}
                  isRead={unreadFrom === undefined || day < unreadFrom}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type DayProps = {
  day: string
  today: string
  isOwn: boolean
  events: readonly ListedEvent[]
  /** Whether these are all events of the day. */
  isRead: boolean
}

function Day({ day, today, isOwn, events, isRead }: DayProps) {
  const { site, words } = useView()
  const { t, moment, number } = words
  if (!isOwn) return <td class="beside" />
  const full = moment(inUtc(day), 'UTC', 'day')
  const href = `${site.base}/events/${day}/`
  const rest = events.length - perDay
  const more = isRead ? rest > 0 && t('month.more', { count: rest }) : t('month.all')
  const isFree = isRead && events.length === 0
  const date = (
    <time datetime={day}>
      <span class="quiet">{full}</span>
      <span class="day-number num" aria-hidden="true">
        {number(Number(day.slice(8)))}
      </span>
      <span class="day-name" aria-hidden="true">
        {moment(inUtc(day), 'UTC', 'shortDay')}
      </span>
    </time>
  )
  return (
    <td class={isFree ? 'free' : undefined} aria-current={day === today ? 'date' : undefined}>
      {isFree ? date : <a href={href}>{date}</a>}
      {!isFree && (
        <ul class="plain">
          {events.slice(0, perDay).map(listed => (
            <DayEvent key={listed.row.id} listed={listed} day={day} />
          ))}
          {more && (
            <li>
              <a class="soft small" href={href}>
                {more}
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

function DayEvent({ listed: { row }, day }: { listed: ListedEvent; day: string }) {
  const { site, words } = useView()
  const begins = row.start_local.startsWith(day) && !row.all_day
  const isOff = row.happening === 'cancelled'
  return (
    <li>
      <a href={eventUrl(row, site.base)}>
        {isOff ? <s>{row.title}</s> : row.title}
        {row.happening !== 'scheduled' && (
          <span class={isOff ? 'bad small' : 'warn small'}>
            {' '}
            {words.t(isOff ? 'state.cancelled' : 'state.postponed')}
          </span>
        )}
      </a>
      {begins && (
        <span class="soft small num"> {words.moment(row.starts_at, row.timezone, 'time')}</span>
      )}
    </li>
  )
}
