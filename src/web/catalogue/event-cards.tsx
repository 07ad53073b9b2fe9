import { eventUrl } from '../../catalogue/events/rules.ts'
import { plainText } from '../../core/text.ts'
import { ButtonLink } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { Price, StockPill, whereOf } from './event-item.tsx'
import type { ListedEvent } from './load-events.ts'
import { Picture, thumbnailOf } from './picture.tsx'
import { DayLeaf, When } from './when.tsx'

/** The event that the site leads with: its picture, when and where it is, and the way to its tickets. */
export function LeadEvent({ listed }: { listed: ListedEvent }) {
  const { site, words } = useView()
  const { row, event, summary } = listed
  const where = whereOf(listed, undefined, words)
  const sells = summary?.state === 'open'
  const href = eventUrl(row, site.base)
  return (
    <article class="lead">
      {event.image && (
        <Picture image={event.image} alt="" sizes="(max-width: 820px) 100vw, 680px" />
      )}
      <div class="lead-text">
        {summary && (
          <p class="states">
            <StockPill summary={summary} zone={row.timezone} />
          </p>
        )}
        <h2>
          <a class="cover" href={href}>
            {row.title}
          </a>
        </h2>
        <p>
          <When event={row} />
        </p>
        {where && <p class="small">{where}</p>}
        <p class="row wraps">
          <ButtonLink href={sells ? `${href}#tickets` : href}>
            {words.t(sells ? 'buy.choose' : 'home.look')}
          </ButtonLink>
          <span class="num">
            <Price summary={summary} cost={plainText(event.cost)} />
          </span>
        </p>
      </div>
    </article>
  )
}

/** Events as cards with their pictures, side by side; on a phone the row is moved sideways. */
export function EventCards({ events }: { events: readonly ListedEvent[] }) {
  return (
    <ul class="plain posters">
      {events.map(listed => (
        <Poster key={listed.row.id} listed={listed} />
      ))}
    </ul>
  )
}

function Poster({ listed }: { listed: ListedEvent }) {
  const { site, words } = useView()
  const { row, event, summary } = listed
  const picture = thumbnailOf(event)
  const where = whereOf(listed, undefined, words)
  const isOff = row.happening !== 'scheduled'
  return (
    <li class="poster">
      {picture ? (
        <img class="pic" src={picture} alt="" loading="lazy" width={400} height={300} />
      ) : (
        <span class={`pic hue-${row.id % 5}`} aria-hidden="true" />
      )}
      <DayLeaf event={row} />
      <h3>
        <a class="cover" href={eventUrl(row, site.base)}>
          {row.happening === 'cancelled' ? <s class="soft">{row.title}</s> : row.title}
        </a>
      </h3>
      {where && <p class="soft small">{where}</p>}
      {!isOff && (
        <p class="row wraps num">
          <Price summary={summary} cost={plainText(event.cost)} />
          {summary && <StockPill summary={summary} zone={row.timezone} />}
        </p>
      )}
    </li>
  )
}
