import { eventUrl } from '../../catalogue/events/rules.ts'
import type { Venue } from '../../catalogue/venues/lookup.ts'
import { plainText } from '../../core/text.ts'
import { Pill } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import type { ListedEvent } from './load-events.ts'
import type { Summary } from './offers.ts'
import { awayFrom, type SearchPlace } from './places.ts'
import { thumbnailOf } from './picture.tsx'
import { DayLeaf, headed, untilWords } from './when.tsx'

/** Only fewer remaining places than this are shown as a number. */
const fewLeft = 50

/** Events one below the other, with a heading where a new month begins. */
export function EventList({
  events,
  level = 2,
  near,
}: {
  events: readonly ListedEvent[]
  level?: 2 | 3
  /** The place near which the events are; each says its city and its distance. */
  near?: SearchPlace | undefined
}) {
  const { words } = useView()
  const months = groupedByMonth(events, words)
  return (
    <>
      {months.map(([month, own]) => (
        <section key={month} aria-label={month}>
          <p class="month-line" aria-hidden="true">
            {month}
          </p>
          <ol class="plain events">
            {own.map(event => (
              <EventItem key={event.row.id} listed={event} level={level} near={near} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

function groupedByMonth(events: readonly ListedEvent[], words: Words) {
  const months = new Map<string, ListedEvent[]>()
  for (const listed of events) {
    const { starts_at, timezone } = listed.row
    const month = headed(words, words.moment(starts_at, timezone, 'month'))
    months.set(month, [...(months.get(month) ?? []), listed])
  }
  return [...months]
}

type EventItemProps = { listed: ListedEvent; level: 2 | 3; near: SearchPlace | undefined }

function EventItem({ listed, level, near }: EventItemProps) {
  const { site, words } = useView()
  const { row, event, summary } = listed
  const Heading = level === 2 ? 'h2' : 'h3'
  const picture = thumbnailOf(event)
  const isOff = row.happening !== 'scheduled'
  const places = whereOf(listed, near, words)
  // The leaf shows the first day alone, which may be past.
  const until = untilWords(words, row)
  return (
    <li class="card event-item">
      <div class="shown">
        {picture ? (
          <img class="pic" src={picture} alt="" loading="lazy" width={400} height={300} />
        ) : (
          <span class={`pic hue-${row.id % 5}`} aria-hidden="true" />
        )}
        <DayLeaf event={row} isBare />
      </div>
      <div class="grow">
        <p class="at small num">
          {row.all_day
            ? words.t('event.allDay')
            : words.moment(row.starts_at, row.timezone, 'time')}
        </p>
        <Heading>
          <a class="cover" href={eventUrl(row, site.base)}>
            {row.happening === 'cancelled' ? <s class="soft">{row.title}</s> : row.title}
          </a>
        </Heading>
        {until && <p class="soft small">{until}</p>}
        {places && <p class="soft small">{places}</p>}
        <States listed={listed} />
      </div>
      <p class="price num">{!isOff && <Price summary={summary} cost={plainText(event.cost)} />}</p>
    </li>
  )
}

/** Place and category in one line; in a list near a place also the city, and how far it is. */
export function whereOf(
  { event }: ListedEvent,
  near: SearchPlace | undefined,
  { distance, t }: Words,
): string {
  const venue: Partial<Venue> = Array.isArray(event.venue) ? {} : event.venue
  const away = awayFrom(near, venue)
  const named = near ? [venue.venue, venue.city] : [venue.venue]
  const online =
    event.attendance_mode &&
    t(event.attendance_mode === 'mixed' ? 'event.alsoOnline' : 'event.online')
  const where = [...named.flatMap(name => (name ? [plainText(name)] : [])), online]
    .filter(Boolean)
    .join(', ')
  const categories = event.categories.map(({ name }) => plainText(name))
  const parts = [where, away === undefined ? '' : distance(away), categories.slice(0, 2).join(', ')]
  return parts.filter(Boolean).join(' · ')
}

function States({ listed: { row, event, summary } }: { listed: ListedEvent }) {
  const { t } = useView().words
  if (row.happening !== 'scheduled') {
    const reason = row.password_hash === null ? row.happening_reason : ''
    return (
      <p class="states">
        <Pill tone={row.happening === 'cancelled' ? 'bad' : 'warn'}>
          {t(row.happening === 'cancelled' ? 'state.cancelled' : 'state.postponed')}
        </Pill>
        {reason && <span class="soft small"> {reason}</span>}
      </p>
    )
  }
  const pills = [
    row.password_hash !== null && <Pill tone="plain">{t('state.protected')}</Pill>,
    event.featured && <Pill>{t('state.featured')}</Pill>,
    summary && <StockPill summary={summary} zone={row.timezone} />,
  ].filter(Boolean)
  return pills.length > 0 ? <p class="states row wraps">{pills}</p> : null
}

type StockPillProps = { summary: Summary; zone: string }

export function StockPill({ summary: { state, left, opens }, zone }: StockPillProps) {
  const { t, moment } = useView().words
  if (state === 'sold_out') return <Pill tone="plain">{t('tickets.soldOut')}</Pill>
  if (state === 'in_carts') return <Pill tone="warn">{t('tickets.inCarts')}</Pill>
  if (state === 'not_yet' && opens) {
    return <Pill tone="plain">{t('tickets.opens', { time: moment(opens, zone, 'shortDay') })}</Pill>
  }
  const isFew = state === 'open' && left !== null && left <= fewLeft
  return isFew ? <Pill tone="warn">{t('tickets.left', { count: left })}</Pill> : null
}

export function Price({ summary, cost }: { summary: Summary | undefined; cost: string }) {
  const { t, roundMoney } = useView().words
  if (!summary) return cost === '' ? null : <span>{cost}</span>
  if (['sold_out', 'over', 'called_off'].includes(summary.state)) return null
  if (summary.isOnlyPrice && summary.price.minor === 0) return <b>{t('price.free')}</b>
  const price = roundMoney(summary.price)
  return <b>{summary.isOnlyPrice ? price : t('price.from', { price })}</b>
}
