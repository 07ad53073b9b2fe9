import { plainText } from '../../core/text.ts'
import { type Instant, isoWithOffset } from '../../core/time.ts'
import type { EventRow } from './lookup.ts'

type Json = Record<string, unknown>

export type Described = {
  row: EventRow
  url: string
  imageUrl: string | undefined
  venue: Json | undefined
  organizers: readonly Json[]
  offers: readonly Offer[]
}

/** What a ticket costs, or what the organizer says the event costs. */
export type Offer = {
  price: string
  currency: string
  soldOut?: boolean
  /** When it is sold; unknown for a price that is only told. */
  from?: Instant | null
  through?: Instant
}

/** The event as search engines read it (schema.org). Only for what everybody may see. */
export function eventJsonLd({ row, url, imageUrl, ...rest }: Described): Json {
  const { venue, organizers, offers } = rest
  const [organizer] = organizers
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    ...said('description', plainText(row.excerpt || row.description)),
    ...(imageUrl === undefined ? {} : { image: imageUrl }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: eventStatus[row.happening],
    startDate: isoWithOffset(row.starts_at, row.timezone),
    endDate: isoWithOffset(row.ends_at, row.timezone),
    ...(venue ? { location: inner(venue) } : {}),
    ...(organizer ? { organizer: inner(organizer) } : {}),
    ...(offers.length === 0 ? {} : { offers: offers.map(one => offerLd(one, url, row)) }),
    performer: 'Organization',
  }
}

const eventStatus: Readonly<Record<EventRow['happening'], string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
}

/** The context is that of the whole description. */
function inner({ '@context': _context, ...described }: Json): Json {
  return described
}

function offerLd(
  { price, currency, soldOut = false, from, through }: Offer,
  url: string,
  { timezone: zone, happening }: EventRow,
) {
  const availability = soldOut ? 'SoldOut' : 'InStock'
  return {
    '@type': 'Offer',
    url,
    price,
    category: 'primary',
    // There may be places left, but nobody gets one.
    availability: happening === 'scheduled' ? availability : 'OutOfStock',
    priceCurrency: currency,
    ...(from ? { validFrom: isoWithOffset(from, zone) } : {}),
    ...(through ? { validThrough: isoWithOffset(through, zone) } : {}),
  }
}

const said = (name: string, text: string) => (text === '' ? {} : { [name]: text })
