import type { CartTicket } from '../../shop/cart/read-tickets.ts'
import { whenOf } from '../kit/when-at-event.ts'
import type { Words } from '../../core/words/speak.ts'

type Started = Pick<CartTicket, 'eventStartsAt' | 'eventAllDay' | 'timezone'>

/** When the event of a ticket begins, with its zone. */
export const startOf = (
  { eventStartsAt: starts_at, eventAllDay: all_day, timezone }: Started,
  words: Words,
): string => whenOf({ starts_at, all_day, timezone }, words)

/** Sorts the tickets of a basket: the earliest event first. */
export const byStart = (one: Started, other: Started): number =>
  one.eventStartsAt.getTime() - other.eventStartsAt.getTime()

/** The rows of each event, the earliest event first. */
export function eventsOf<Row extends { ticket: CartTicket }>(rows: readonly Row[]): Row[][] {
  const byEvent = new Map<number, Row[]>()
  for (const row of rows.toSorted((one, other) => byStart(one.ticket, other.ticket))) {
    const { eventId } = row.ticket
    byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), row])
  }
  return [...byEvent.values()]
}

/** The name of a ticket among those in a basket: of several events, with its event and when that begins. */
export function nameAmong(
  ticket: CartTicket,
  tickets: ReadonlyMap<number, CartTicket>,
  words: Words,
): string {
  const isOfOne = [...tickets.values()].every(({ eventId }) => eventId === ticket.eventId)
  const { name, eventTitle } = ticket
  return isOfOne ? name : `${name} · ${eventTitle} · ${startOf(ticket, words)}`
}
