import { plainText } from '../../core/text.ts'
import { type Instant, isoWithOffset } from '../../core/time.ts'
import type { EventRow } from './lookup.ts'
import { attendanceMode } from './rules.ts'
import { doorsOf } from './rules.doors.ts'

type Json = Record<string, unknown>

export type EventDescription = {
  row: EventRow
  url: string
  imageUrl: string | undefined
  venue: Json | undefined
  organizers: readonly Json[]
  offers: readonly Offer[]
}

/** The whole price of a ticket, or the cost as the organizer wrote it. */
export type Offer = {
  price: string
  currency: string
  /** Whether it can be bought at this moment; a cost the organizer wrote counts as `open`. */
  state?: 'open' | 'not yet' | 'over' | 'sold out'
  /** When the offer is on sale; unknown for a cost the organizer wrote. */
  from?: Instant | null
  through?: Instant
}

/** The event in schema.org form for search engines. Only for events that everybody may see. */
export function eventJsonLd({ row, url, imageUrl, ...rest }: EventDescription): Json {
  const { venue, organizers, offers } = rest
  const [organizer] = organizers
  const doors = doorsOf(row)
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    ...said('description', plainText(row.excerpt || row.description)),
    ...(imageUrl === undefined ? {} : { image: imageUrl }),
    url,
    eventAttendanceMode: attendanceModes[attendanceMode(row)],
    eventStatus: eventStatus[row.happening],
    startDate: isoWithOffset(row.starts_at, row.timezone),
    endDate: isoWithOffset(row.ends_at, row.timezone),
    ...(doors ? { doorTime: isoWithOffset(doors.instant, row.timezone) } : {}),
    ...locationOf(row, venue, url),
    ...(organizer ? { organizer: inner(organizer) } : {}),
    ...(offers.length === 0 ? {} : { offers: offers.map(one => offerLd(one, url, row)) }),
    performer: 'Organization',
  }
}

const attendanceModes = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
} as const

/** Where it is. Where guests join online search engines learn as the event's page: the link is for holders of tickets. */
function locationOf(row: EventRow, venue: Json | undefined, url: string): Json {
  const places = [
    ...(venue ? [inner(venue)] : []),
    ...(row.is_online ? [{ '@type': 'VirtualLocation', url }] : []),
  ]
  if (places.length === 0) return {}
  return { location: places.length === 1 ? places[0] : places }
}

const eventStatus: Readonly<Record<EventRow['happening'], string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
}

/** The organizer's and venue's own `@context` is dropped: the outer one counts for all. */
function inner({ '@context': _context, ...described }: Json): Json {
  return described
}

function offerLd(
  { price, currency, state = 'open', from, through }: Offer,
  url: string,
  { timezone: zone, happening }: EventRow,
) {
  return {
    '@type': 'Offer',
    url,
    price,
    category: 'primary',
    // An event that does not take place sells nothing, even with places left.
    availability: happening === 'scheduled' ? availabilities[state] : 'OutOfStock',
    priceCurrency: currency,
    ...(from ? { validFrom: isoWithOffset(from, zone) } : {}),
    ...(through ? { validThrough: isoWithOffset(through, zone) } : {}),
  }
}

/**
 * What search engines say of an offer. `PreOrder` with `validFrom` is how they show when a sale begins; `PreSale` would be
 * a sale to some people before.
 */
const availabilities = {
  open: 'InStock',
  'not yet': 'PreOrder',
  over: 'OutOfStock',
  'sold out': 'SoldOut',
} as const

const said = (name: string, text: string) => (text === '' ? {} : { [name]: text })
