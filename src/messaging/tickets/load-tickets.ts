import { type EventRow, findEvents } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import type { LinkedRow } from '../../catalogue/linked/kind.ts'
import { findOrganizers } from '../../catalogue/organizers/lookup.ts'
import { findVenues } from '../../catalogue/venues/lookup.ts'
import { formatWithSymbol } from '../../core/money.ts'
import { findOrder } from '../../shop/orders/record/lookup.ts'
import {
  type AttendeeRow,
  attendeesOfOrder,
  attendeesWithIds,
} from '../../ticketing/attendees/lookup.ts'
import { mayEnter } from '../../ticketing/attendees/rules.ts'
import { qrContent } from '../../ticketing/checkin/draw-qr.ts'
import { shortCode } from '../../ticketing/checkin/short-code.ts'
import type { Deps } from '../deps.ts'
import type { TicketSheet, TicketSheets } from './ticket-sheet.ts'
import { organizerInWords, titleInWords, whenInWords, whereInWords } from './ticket-words.ts'

/** Tickets to print, with the number of their order for the name of the file. */
export type LoadedTickets = { tickets: TicketSheets; orderId: number | null }

/**
 * The tickets of an order that admit somebody; undefined when there are none. Five statements for any number of them.
 */
export async function ticketsOfOrder(
  deps: Deps,
  orderId: number,
): Promise<LoadedTickets | undefined> {
  return loadSheets(deps, await attendeesOfOrder(deps.db, orderId))
}

/** The same of places, whether an order or staff made them. */
export async function ticketsOfPlaces(
  deps: Deps,
  attendeeIds: readonly number[],
): Promise<LoadedTickets | undefined> {
  return loadSheets(deps, await attendeesWithIds(deps.db, attendeeIds))
}

async function loadSheets(
  deps: Deps,
  rows: readonly AttendeeRow[],
): Promise<LoadedTickets | undefined> {
  const { db } = deps
  const valid = rows.filter(row => row.status === 'publish' && mayEnter(row.order_status))
  const [first] = valid
  if (!first) return undefined
  const events = await findEvents(db, [...new Set(valid.map(({ event_id }) => event_id))])
  const venueIds = events.flatMap(({ venue_id }) => venue_id ?? [])
  const organizerIds = events.flatMap(({ organizer_ids }) => organizer_ids)
  const [venues, organizers, order] = await Promise.all([
    venueIds.length > 0 ? findVenues(db, venueIds) : [],
    organizerIds.length > 0 ? findOrganizers(db, organizerIds) : [],
    first.order_id === null ? undefined : findOrder(db, first.order_id),
  ])
  const about = { events, venues, organizers, isSimulated: order?.gateway === 'sandbox' }
  const sheets = await Promise.all(
    valid.map((row, index) =>
      sheetOf(deps, row, { ...about, number: index + 1, of: valid.length }),
    ),
  )
  const [only, ...others] = events
  const title =
    only && others.length === 0
      ? `Tickets for ${titleInWords(only.title)}`
      : `Tickets of order ${first.order_id ?? ''}`
  return { tickets: { title, lang: 'en', sheets }, orderId: first.order_id }
}

type About = {
  events: readonly EventRow[]
  venues: readonly LinkedRow[]
  organizers: readonly LinkedRow[]
  isSimulated: boolean
  number: number
  of: number
}

async function sheetOf(deps: Deps, row: AttendeeRow, about: About): Promise<TicketSheet> {
  const event = about.events.find(({ id }) => id === row.event_id)
  const venue = about.venues.find(({ id }) => id === event?.venue_id)
  const organizers = about.organizers.filter(({ id }) => event?.organizer_ids.includes(id))
  const { paid_minor: minor, currency } = row
  const order = row.order_id === null ? '' : ` · Order ${row.order_id}`
  return {
    title: titleInWords(event?.title ?? ''),
    notices: noticesOf(event, about.isSimulated),
    fields: [
      { label: 'Name', text: row.holder_name || row.purchaser_name },
      { label: 'Ticket', text: row.ticket_name },
      { label: 'When', text: event ? whenInWords(event) : '' },
      { label: 'Where', text: venue ? whereInWords(venue) : '' },
      { label: 'Organizer', text: organizers.map(organizerInWords).join('; ') },
      { label: 'Price', text: minor === 0 ? 'Free' : formatWithSymbol({ minor, currency }) },
    ],
    qr: { content: await qrContent(deps, row), alt: `QR code of ticket ${row.id}` },
    code: { label: 'Code, if the picture cannot be read', text: shortCode(row) },
    footer: `Ticket ${row.id}${order} · Page ${about.number} of ${about.of}`,
    link: event?.status === 'publish' ? eventUrl(event, deps.publicRoot) : deps.publicRoot,
  }
}

function noticesOf(event: EventRow | undefined, isSimulated: boolean): string[] {
  const happening = event?.happening ?? 'scheduled'
  return [
    ...(happening === 'scheduled' ? [] : [`This event is ${happening}.`]),
    ...(isSimulated ? ['Sandbox: no money was moved.'] : []),
  ]
}
