import type { PlaceOfOrder } from '../../ticketing/attendees/lookup.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import { Field, FormProblems, problemOf } from '../kit/form.tsx'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { formAddress, Proof } from './order-form.tsx'
import type { OrderPageProps } from './order-props.ts'
import { PlaceStatus } from './place-status.tsx'
import { ticketPath } from '../../messaging/tickets/ticket-address.ts'

type PlaceProps = { place: PlaceOfOrder; page: OrderPageProps }

/** A place with its code, which is drawn only when check-in accepts it. */
export function PlaceCard({ place, page }: PlaceProps) {
  const { site, words } = useView()
  const { t } = words
  const admits = page.admitting.includes(place)
  const event = page.events.find(({ event: { id } }) => id === place.event_id)?.event
  const contained = page.firstCode?.placeId === place.id ? page.firstCode.picture : undefined
  return (
    <article class="card pad stack ticket-card">
      <div class="row between wraps">
        <h3>{place.title}</h3>
        <PlaceStatus place={place} admits={admits} event={event} />
      </div>
      <p class="soft small">
        {event ? `${place.ticket_name} · ${event.title}` : place.ticket_name}
      </p>
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
          <p>
            <a href={site.base + ticketPath(place)}>{t('ticket.open', { name: place.title })}</a>
          </p>
        </>
      ) : (
        place.order_status !== 'no' && <p>{t('ticket.admitsNobody')}</p>
      )}
      {admits && page.may.changeHolders && <Holder place={place} page={page} />}
      {admits && page.may.giveBack && place.checked_in_at === null && page.places.length > 1 && (
        <GiveBackPlace place={place} page={page} />
      )}
    </article>
  )
}

/** The form that corrects a holder's name, or transfers the ticket to another person with a new code. */
function Holder({ place, page }: PlaceProps) {
  const { site, words } = useView()
  const { t } = words
  const sent = page.holder?.attendeeId === place.id ? page.holder : undefined
  const problems = sent?.problems ?? []
  const field = (part: string) => `${part}-${place.id}`
  return (
    <details class="noprint" open={sent !== undefined}>
      <summary>{t('holder.change')}</summary>
      <form method="post" action={formAddress(site.base, 'holder', page)} novalidate>
        <FormProblems problems={problems} />
        <Proof page={page} />
        <input type="hidden" name="attendee" value={place.id} />
        <p class="hint">{t('holder.text')}</p>
        <Field
          name={field('name')}
          label={t('checkout.name')}
          value={sent?.name ?? ''}
          maxlength={200}
          problem={problemOf(problems, field('name'))}
          required
        />
        <Field
          name={field('email')}
          label={t('checkout.email')}
          type="email"
          value={sent?.email ?? ''}
          maxlength={254}
          problem={problemOf(problems, field('email'))}
          required
        />
        <Button small>{t('holder.save')}</Button>
      </form>
    </details>
  )
}

/** Giving one free place back, of several. */
function GiveBackPlace({ place, page }: PlaceProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <details class="noprint">
      <summary>{t('giveBack.place')}</summary>
      <form method="post" action={formAddress(site.base, 'give-back', page)} class="stack">
        <Proof page={page} />
        <input type="hidden" name="attendee" value={place.id} />
        <p class="hint">{t('giveBack.placeText', { name: place.title })}</p>
        <Button small danger>
          {t('giveBack.button')}
        </Button>
      </form>
    </details>
  )
}
