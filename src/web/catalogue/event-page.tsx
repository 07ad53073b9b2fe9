import { noBasis } from '../../platform/http/kept/answer-basis.ts'
import { anonymous } from '../../core/caller.ts'
import { plainText, shownHtml } from '../../core/text.ts'
import { mayReadRecord } from '../../access/records/rules.ts'
import {
  type EventRow,
  findEvent,
  findEventBySlug,
  type Neighbour,
  neighboursOf,
} from '../../catalogue/events/lookup.ts'
import { publishDue } from '../../catalogue/events/publish-due.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { showEvents } from '../../catalogue/events/show-events.ts'
import type { Event } from '../../catalogue/events/browse-events.ts'
import type { Deps } from '../../shop/deps.ts'
import { choiceOf } from '../checkout/event-choice.ts'
import { openingOf, sentCode } from '../checkout/open-with-code.ts'
import { BuyBar } from '../checkout/buy-bar.tsx'
import { type ChoiceProps, TicketChoice } from '../checkout/ticket-choice.tsx'
import { Field } from '../kit/form.tsx'
import { Icon } from '../kit/icon.tsx'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { Button, Notice, Stored } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { additions } from './additions.ts'
import { CalendarMenu } from './calendar-menu.tsx'
import { Hosts, Neighbours } from './event-ends.tsx'
import { AccessNote, AgeFact, DoorsLine, OnlineFact } from './for-visitors.tsx'
import { addressLine, VenueLines } from './linked-lines.tsx'
import { Hero, previewOf } from './picture.tsx'
import { When, whenWords, zoneWords } from './when.tsx'

type EventName = { slug: string } | { id: number }

/** A public event by its slug, or by its id while it has none. */
export async function findPublicEvent(deps: Deps, name: EventName): Promise<EventRow | undefined> {
  await publishDue(deps)
  const row =
    'slug' in name ? await findEventBySlug(deps.db, name.slug) : await findEvent(deps.db, name.id)
  return row && mayReadRecord(anonymous, row) ? row : undefined
}

/** The page of an event. A protected event shows only title and time until the visitor has entered the password. */
export async function eventPage(
  deps: Deps,
  visit: Visit,
  { row, isOpen, problem }: { row: EventRow; isOpen: boolean; problem?: string },
): Promise<Page> {
  const { words, site } = visit
  const canonical = eventUrl(row, '')
  if (!isOpen) {
    return {
      title: row.title,
      ...(problem !== undefined && { status: 422 }),
      source: { event: row.id },
      body: <Closed row={row} problem={problem} />,
    }
  }
  const code = sentCode(visit.query['code'])
  const isForAll = row.password_hash === null && code === undefined
  const shown = await loadShown(deps, visit, row)
  const { event } = shown
  const image = event.image === false ? undefined : event.image
  const plain = plainText(row.excerpt === '' ? row.description : row.excerpt)
  const when = whenWords(words, row)
  return {
    title: row.title,
    description: [when, venueName(event), shortened(plain)].filter(Boolean).join('. '),
    canonical: isForAll ? canonical : undefined,
    source: { event: row.id },
    picture: previewOf(image),
    ...(event.json_ld && { linkedData: event.json_ld }),
    islands: ['local-time', 'share', 'stepper', 'choice'],
    headers: shown.headers,
    body: <Open row={row} {...shown} shareUrl={site.root + canonical} />,
  }
}

type ShownEvent = {
  event: Event
  choice: ChoiceProps
  previous: Neighbour | undefined
  next: Neighbour | undefined
  now: Date
  headers: Record<string, string>
}

async function loadShown(deps: Deps, visit: Visit, row: EventRow): Promise<ShownEvent> {
  const { db, clock } = deps
  const now = clock.now()
  const opening = await openingOf(deps, visit, visit.query['code'])
  const [[event], chosen, neighbours] = await Promise.all([
    showEvents(deps, additions, {
      rows: [row],
      caller: anonymous,
      single: true,
      basis: noBasis,
      unlocked: new Set([row.id]),
    }),
    choiceOf(deps, row, opening),
    neighboursOf(db, row),
  ])
  if (!event) throw new Error('An event that was read is not shown.')
  return {
    event,
    ...chosen,
    ...neighbours,
    now,
  }
}

const venueName = ({ venue }: Event) => (Array.isArray(venue) ? '' : plainText(venue.venue ?? ''))

const shortened = (text: string) =>
  text.length <= 160 ? text : `${text.slice(0, 157).replace(/(?<!\s)\s+\S*$/, '')}…`

/** The notice of a cancelled or postponed event. The reason is for those who may see the whole event. */
function Happening({ row, isOpen }: { row: EventRow; isOpen: boolean }) {
  const { t } = useView().words
  if (row.happening === 'scheduled') return null
  const isCancelled = row.happening === 'cancelled'
  const title = t(isCancelled ? 'event.cancelled' : 'event.postponed')
  return (
    <Notice tone={isCancelled ? 'bad' : 'warn'} title={title}>
      {isOpen && row.happening_reason !== '' && <p>{row.happening_reason}</p>}
    </Notice>
  )
}

function Closed({ row, problem }: { row: EventRow; problem: string | undefined }) {
  const { words, site } = useView()
  const { t } = words
  return (
    <div class="narrow stack page-head">
      <h1>{row.title}</h1>
      <Happening row={row} isOpen={false} />
      <p>
        <When event={row} /> <span class="soft">· {zoneWords(words, row)}</span>
      </p>
      <form class="card pad stack" method="post" action={eventUrl(row, site.base)}>
        <h2 class="row">
          <Icon name="lock" />
          {t('event.protected')}
        </h2>
        <p class="soft">{t('event.protectedText')}</p>
        <Field
          name="password"
          label={t('event.password')}
          type="password"
          autocomplete="off"
          problem={problem}
          required
        />
        <Button main>{t('event.unlock')}</Button>
      </form>
    </div>
  )
}

function Open({
  row,
  event,
  choice,
  previous,
  next,
  now,
  shareUrl,
}: ShownEvent & {
  row: EventRow
  shareUrl: string
}) {
  const { t } = useView().words
  const hasTickets = choice.offers.length > 0 || choice.codeField !== undefined
  const isOver = row.ends_at <= now
  const isOff = isOver || row.happening === 'cancelled'
  const canFollow = row.slug !== '' && row.password_hash === null && !isOff
  return (
    <article class="event">
      {event.image && <Hero image={event.image} alt="" />}
      <div class={hasTickets ? 'cols' : undefined}>
        <div class="about">
          <Terms event={event} />
          <h1>{row.title}</h1>
          <div class="notices">
            <Happening row={row} isOpen />
            {isOver && row.happening === 'scheduled' && <Notice title={t('event.over')} />}
          </div>
          <Facts row={row} event={event} />
        </div>
        {hasTickets && (
          <aside class={choice.offers.length > longChoice ? 'long' : undefined}>
            <TicketChoice {...choice} />
          </aside>
        )}
        <div class="more">
          {row.description !== '' && (
            <Stored html={shownHtml(row.description, row.description_html)} />
          )}
          <AccessNote note={event.access_note ?? ''} />
          <Hosts event={event} />
          <div class="row wraps ways">
            {canFollow && (
              <CalendarMenu
                path={eventUrl(row, '')}
                name={row.title}
                event={templateOf(row, event, shareUrl)}
              />
            )}
            <button
              class="btn s"
              type="button"
              data-share={shareUrl}
              data-copied={t('event.copied')}
              hidden
            >
              <Icon name="share" />
              <span aria-live="polite">{t('event.share')}</span>
            </button>
          </div>
        </div>
      </div>
      <BuyBar offers={choice.offers} isShort={choice.offers.length <= longChoice} />
      <Neighbours previous={previous} next={next} />
    </article>
  )
}

const templateOf = (row: EventRow, { venue }: Event, url: string) => ({
  title: row.title,
  allDay: row.all_day,
  startLocal: row.start_local,
  endLocal: row.end_local,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  place: Array.isArray(venue)
    ? ''
    : [plainText(venue.venue ?? ''), addressLine(venue)].filter(Boolean).join(', '),
  url,
})

/** A choice with more tickets is higher than most screens, so it does not stay beside the text. */
const longChoice = 4

function Terms({ event: { categories, tags } }: { event: Event }) {
  const { site } = useView()
  const links = [
    ...categories.map(({ name, slug }) => ({ name, path: `category/${slug}` })),
    ...tags.map(({ name, slug }) => ({ name, path: `tag/${slug}` })),
  ]
  if (links.length === 0) return null
  return (
    <ul class="plain row wraps small soft terms">
      {links.map(({ name, path }) => (
        <li key={path}>
          <a href={`${site.base}/events/${path}/`}>{plainText(name)}</a>
        </li>
      ))}
    </ul>
  )
}

function Facts({ row, event }: { row: EventRow; event: Event }) {
  const { words } = useView()
  const { t } = words
  const venue = Array.isArray(event.venue) ? undefined : event.venue
  const showsMap = row.show_map_link && (venue?.show_map_link ?? true)
  const cost = row.ticketed.length === 0 ? plainText(event.cost) : ''
  return (
    <dl class="when">
      <dt>
        <Icon name="calendar" />
        <span class="quiet">{t('event.when')}</span>
      </dt>
      <dd>
        <strong>
          <When event={row} />
        </strong>
        <DoorsLine event={row} />
        <div class="soft">
          {zoneWords(words, row)}
          {!row.all_day && (
            <span
              class="yours"
              data-local={row.starts_at.toISOString()}
              data-zone={row.timezone}
              data-words={t('time.yours', { time: '{time}' })}
              hidden
            />
          )}
        </div>
      </dd>
      {venue && (
        <>
          <dt>
            <Icon name="place" />
            <span class="quiet">{t('event.where')}</span>
          </dt>
          <dd>
            <VenueLines venue={venue} showsMap={showsMap} />
          </dd>
        </>
      )}
      <OnlineFact row={row} />
      <AgeFact note={event.age_note ?? ''} />
      {cost !== '' && (
        <>
          <dt>
            <Icon name="ticket" />
            <span class="quiet">{t('event.cost')}</span>
          </dt>
          <dd>
            <strong class="num">{cost}</strong>
          </dd>
        </>
      )}
    </dl>
  )
}
