import type { PlaceOfOrder } from '../../ticketing/attendees/lookup.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import { inGroups } from '../../ticketing/checkin/door-code.ts'
import { Pill } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { GiveBackForm, HolderForm } from './holder-forms.tsx'
import { formAddress, Proof } from './order-form.tsx'
import type { OrderPageProps } from './order-props.ts'
import { PlaceStatus } from './place-status.tsx'
import { ticketPath } from '../../messaging/tickets/ticket-address.ts'

type PlaceProps = { place: PlaceOfOrder; page: OrderPageProps }

/** A place with its code, which is drawn only when check-in accepts it. */
export function PlaceCard({ place, page }: PlaceProps) {
  const since = place.passed_on_at
  if (since !== null) return <PassedOn place={place} page={page} since={since} />
  return <OwnPlace place={place} page={page} />
}

function OwnPlace({ place, page }: PlaceProps) {
  const { site, words } = useView()
  const { t } = words
  const admits = page.admitting.includes(place)
  const event = page.events.find(({ event: { id } }) => id === place.event_id)?.event
  const contained = page.firstCode?.placeId === place.id ? page.firstCode.picture : undefined
  return (
    <article class="card pad stack ticket-card">
      <div class="row between wraps">
        <h3>{place.ticket_name}</h3>
        <PlaceStatus place={place} admits={admits} event={event} />
      </div>
      <p class="soft small">{aboutPlace(place, page, words)}</p>
      {admits ? (
        <>
          <a href={qrUrl(site.root, place)}>
            <img
              src={contained ?? qrUrl(site.root, place)}
              alt={t('ticket.codeOf', { name: place.title })}
              width={240}
              height={240}
              loading={contained === undefined ? 'lazy' : undefined}
            />
          </a>
          <p class="small">
            {t('ticket.doorCode')}: <strong class="num">{inGroups(place.door_code)}</strong>
          </p>
          <p>
            <a href={site.base + ticketPath(place)}>{t('ticket.open', { name: place.title })}</a>
          </p>
        </>
      ) : (
        place.order_status !== 'no' && <p>{t('ticket.admitsNobody')}</p>
      )}
      {admits && page.may.changeHolders && (
        <HolderForm
          attendeeId={place.id}
          action={formAddress(site.base, 'holder', page)}
          holderDraft={page.holder?.attendeeId === place.id ? page.holder : undefined}
        >
          <Proof page={page} />
          <input type="hidden" name="attendee" value={place.id} />
        </HolderForm>
      )}
      {admits && page.may.giveBack && place.checked_in_at === null && page.places.length > 1 && (
        <GiveBackForm name={place.title} action={formAddress(site.base, 'give-back', page)}>
          <Proof page={page} />
          <input type="hidden" name="attendee" value={place.id} />
        </GiveBackForm>
      )}
    </article>
  )
}

/** The holder, and among several tickets which one it is; in an order over several events also its event. */
function aboutPlace(place: PlaceOfOrder, { places, events }: OrderPageProps, { t }: Words) {
  const event = events.length > 1 && events.find(one => one.event.id === place.event_id)?.event
  const nth = { number: places.indexOf(place) + 1, count: places.length }
  const parts = [place.title, places.length > 1 && t('ticket.nth', nth), event && event.title]
  return parts.filter(Boolean).join(' · ')
}

/** A place that was passed on: with whom it is, as the buyer named that person, and since when. Its code is the holder's. */
function PassedOn({ place, since, page }: PlaceProps & { since: Date }) {
  const { site, words } = useView()
  const { t, moment } = words
  const event = page.events.find(({ event: { id } }) => id === place.event_id)?.event
  const day = moment(since, event?.timezone ?? site.zone, 'day')
  const name = place.title
  return (
    <article class="card pad stack ticket-card">
      <div class="row between wraps">
        <h3>{name === '' ? t('passed.on', { day }) : t('passed.with', { name, day })}</h3>
        <Pill tone="plain">{t('passed.pill')}</Pill>
      </div>
      <p class="soft small">
        {event ? `${place.ticket_name} · ${event.title}` : place.ticket_name}
      </p>
      <p>{t('passed.text')}</p>
    </article>
  )
}
