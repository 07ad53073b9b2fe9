import { speakerOf } from '../../core/words/speak.ts'
import { findHolder } from '../../ticketing/attendees/lookup.holders.ts'
import type { Deps } from '../deps.ts'
import type { GuestText } from '../guests/rules.ts'
import type { MessageRow } from '../outbox/lookup.ts'
import { holderTicketPath } from '../tickets/ticket-address.ts'
import { eventViews } from './event-views.ts'
import { guestMessage } from './kinds/guests.ts'
import type { Letter, Withdrawn } from './letter.ts'
import { type OrderView, orderView } from './order-view.ts'
import { nameInMail } from './person-name.ts'

/** Whom a letter is for, and in which language. */
export type GuestOfLetter = Pick<
  MessageRow,
  'recipient' | 'order_id' | 'attendee_id' | 'event_id' | 'locale'
>

const isSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The letter of staff to one guest, or why it is not sent: the link in it opens an order or a ticket, so it goes to the address that has
 * this now and to no other.
 */
export async function letterToGuest(
  deps: Deps,
  guest: GuestOfLetter,
  text: Omit<GuestText, 'locale'>,
): Promise<Letter | Withdrawn> {
  const about = { text, site: deps.siteSettings().name, words: speakerOf(guest.locale) }
  const holder =
    guest.attendee_id === null ? undefined : await findHolder(deps.db, guest.attendee_id)
  if (guest.attendee_id !== null && !holder) return { withdrawn: 'The ticket is gone.' }
  if (holder && isSame(holder.holder_email, guest.recipient)) {
    const events = await eventViews(deps, [holder.event_id], guest.locale)
    return guestMessage({
      ...about,
      name: nameInMail(holder.holder_name),
      event: events.get(holder.event_id),
      order: holder.order_id,
      link: { to: 'ticket', url: deps.publicRoot + holderTicketPath(deps.secrets.order, holder) },
    })
  }
  const view = await orderView(deps, guest.order_id ?? 0, guest.locale)
  if (!view) return { withdrawn: 'The order is gone.' }
  if (!isSame(view.order.purchaser_email, guest.recipient)) {
    return { withdrawn: 'The order has another address by now.' }
  }
  return guestMessage({
    ...about,
    name: view.order.purchaser_name,
    event: eventOf(view, guest.event_id),
    order: view.order.id,
    link: { to: 'order', url: view.url },
  })
}

const eventOf = ({ events }: OrderView, id: number | null) =>
  events.get(id ?? 0) ?? [...events.values()][0]
