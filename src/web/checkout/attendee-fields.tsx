import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { CartTicket } from '../../shop/cart/read-tickets.ts'
import { Field, problemOf } from '../kit/form.tsx'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { CheckoutProps } from './checkout-props.ts'
import type { SentName } from './sent-basket.ts'
import { byStart, nameAmong } from './start-of.ts'

const unnamed: SentName = { full_name: '', email: '' }

/** `number` counts the places in the order of the page, from 1. */
type AttendeeEntry = { ticket: CartTicket; index: number; name: SentName; number: number }

/** The places whose attendees can be named, with the names entered so far: those of the earliest event first. */
export function namedPlaces(
  priced: PricedCart,
  sentNames?: ReadonlyMap<number, readonly SentName[]>,
): AttendeeEntry[] {
  const places: Omit<AttendeeEntry, 'number'>[] = []
  for (const line of priced.totals.lines) {
    const ticket = priced.tickets.get(line.ticketId)
    if (!ticket || ticket.attendeeNames === 'none' || line.going === false) continue
    for (let index = 0; index < line.quantity; index += 1) {
      const name = sentNames?.get(ticket.id)?.[index] ?? line.names[index] ?? unnamed
      places.push({ ticket, index, name })
    }
  }
  return places
    .toSorted((one, other) => byStart(one.ticket, other.ticket))
    .map((place, at) => ({ ...place, number: at + 1 }))
}

export const nameField = (ticketId: number, index: number, part: 'name' | 'email') =>
  `attendees[t${ticketId}][${index}][${part}]`

/** The attendees: a name and an address for each place that can have one. */
export function Attendees({ priced, names, problems }: CheckoutProps) {
  const { words } = useView()
  const { t } = words
  const places = namedPlaces(priced, names)
  if (places.length === 0) return null
  const demanded = places.some(({ ticket }) => ticket.attendeeNames === 'required')
  return (
    <fieldset class="card pad">
      <legend class="quiet">{t('checkout.guests')}</legend>
      <div class="row between wraps">
        <h2 aria-hidden="true">{t('checkout.guests')}</h2>
        <Button small name="do" value="copy">
          {t('checkout.copy')}
        </Button>
      </div>
      <p class="soft small below">
        {t(demanded ? 'checkout.guestsDemanded' : 'checkout.guestsText')}
      </p>
      {places.map(({ ticket, index, name, number }) => (
        <fieldset key={number} class="guest">
          <legend>
            {t('checkout.guest', { number, ticket: nameAmong(ticket, priced.tickets, words) })}
          </legend>
          <div class="two">
            <Field
              name={nameField(ticket.id, index, 'name')}
              label={t('checkout.name')}
              value={name.full_name}
              maxlength={200}
              problem={problemOf(problems, nameField(ticket.id, index, 'name'))}
              required={ticket.attendeeNames === 'required'}
            />
            <Field
              name={nameField(ticket.id, index, 'email')}
              label={t('checkout.email')}
              type="email"
              value={name.email}
              maxlength={254}
              problem={problemOf(problems, nameField(ticket.id, index, 'email'))}
              required={ticket.attendeeNames === 'required'}
            />
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
