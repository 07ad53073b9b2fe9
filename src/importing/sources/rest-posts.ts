import { decodeEntities } from '../../core/text.ts'
import { isMap, type Values, valuesOf } from './rest-answers.ts'
import type { SourceModifier, SourcePost, SourceTerm, SourceUser } from './source-site.ts'

// Records of the interface in the shape of the tables that it shows. Titles are rendered there, so entities in them are letters.

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const title = (value: unknown): string => decodeEntities(text(value))
const id = (value: unknown): number => Number(text(value)) || 0
const yes = (value: unknown): string =>
  value === true || value === 1 || value === '1' ? 'yes' : ''

type Meta = SourcePost['meta']

function postOf(record: Values, type: string, more: Partial<SourcePost>): SourcePost {
  return {
    id: id(record['id']),
    type,
    status: text(record['status']) || 'publish',
    authorId: id(record['author']),
    title: title(record['title']),
    content: '',
    excerpt: '',
    password: '',
    slug: text(record['slug']),
    parentId: 0,
    menuOrder: 0,
    createdLocal: text(record['date']),
    createdUtc: text(record['date_utc']),
    modifiedUtc: text(record['modified_utc']),
    mime: '',
    address: '',
    meta: [],
    termIds: [],
    ...more,
  }
}

const pictureOf = ({ image }: Values): Meta =>
  isMap(image) ? [['_thumbnail_id', text(image['id'])]] : []

export function eventPost(record: Values): SourcePost {
  const { url, website, venue, organizer } = record
  const venueId = id(isMap(venue) ? venue['id'] : 0)
  const terms = [...valuesOf(record['categories']), ...valuesOf(record['tags'])]
  return postOf(record, 'tribe_events', {
    content: text(record['description']),
    excerpt: text(record['excerpt']),
    menuOrder: record['sticky'] === true ? -1 : 0,
    termIds: terms.map(term => id(term['id'])),
    meta: [
      ['_EventStartDate', text(record['start_date'])],
      ['_EventEndDate', text(record['end_date'])],
      ['_EventTimezone', text(record['timezone'])],
      ['_EventAllDay', yes(record['all_day'])],
      // An event without a website has its own address there.
      ['_EventURL', website === url ? '' : text(website)],
      ['_EventCost', title(record['cost'])],
      ['_EventShowMap', yes(record['show_map'])],
      ['_EventShowMapLink', yes(record['show_map_link'])],
      ['_EventHideFromUpcoming', yes(record['hide_from_listings'])],
      ['_tribe_featured', yes(record['featured'])],
      ...(venueId > 0 ? [['_EventVenueID', String(venueId)] as const] : []),
      ...valuesOf(organizer).map(each => ['_EventOrganizerID', text(each['id'])] as const),
      ...pictureOf(record),
    ],
  })
}

export function venuePost(record: Values): SourcePost {
  const of = (member: string) => title(record[member])
  return postOf(record, 'tribe_venue', {
    title: of('venue'),
    content: text(record['description']),
    meta: [
      ['_VenueAddress', of('address')],
      ['_VenueCity', of('city')],
      ['_VenueCountry', of('country')],
      ['_VenueProvince', of('province')],
      ['_VenueState', of('state')],
      ['_VenueStateProvince', of('stateprovince')],
      ['_VenueZip', of('zip')],
      ['_VenuePhone', of('phone')],
      ['_VenueURL', of('website')],
      ['_VenueShowMap', yes(record['show_map'])],
      ['_VenueShowMapLink', yes(record['show_map_link'])],
      ['_VenueLat', text(record['geo_lat'])],
      ['_VenueLng', text(record['geo_lng'])],
      ...pictureOf(record),
    ],
  })
}

export const organizerPost = (record: Values): SourcePost =>
  postOf(record, 'tribe_organizer', {
    title: title(record['organizer']),
    content: text(record['description']),
    meta: [
      ['_OrganizerEmail', title(record['email'])],
      ['_OrganizerWebsite', title(record['website'])],
      ['_OrganizerPhone', title(record['phone'])],
      ...pictureOf(record),
    ],
  })

export function ticketPost(record: Values): SourcePost {
  const isRsvp = record['provider'] === 'rsvp'
  return postOf(record, isRsvp ? 'tribe_rsvp_tickets' : 'tec_tc_ticket', {
    excerpt: text(record['description']),
    meta: [
      ...windowOf(record, isRsvp),
      ['_price', priceOf(record)],
      ...stockOf(record),
      ['_sku', text(record['sku'])],
      ...salePriceOf(record),
    ],
  })
}

/** The event of a ticket and when it is sold: those of RSVPs have date and time together. */
function windowOf(record: Values, isRsvp: boolean): Meta {
  const [from = '', fromTime = ''] = text(record['available_from']).split(' ')
  const [until = '', untilTime = ''] = text(record['available_until']).split(' ')
  if (isRsvp) {
    return [
      ['_tribe_rsvp_for_event', text(record['post_id'])],
      ['_ticket_start_date', `${from} ${fromTime}`.trim()],
      ['_ticket_end_date', `${until} ${untilTime}`.trim()],
    ]
  }
  return [
    ['_tec_tickets_commerce_event', text(record['post_id'])],
    ['_ticket_start_date', from],
    ['_ticket_start_time', fromTime],
    ['_ticket_end_date', until],
    ['_ticket_end_time', untilTime],
  ]
}

function priceOf({ cost_details: cost }: Values): string {
  const [price = '0'] = isMap(cost) && Array.isArray(cost['values']) ? cost['values'].map(text) : []
  return price
}

function stockOf({ capacity: places, capacity_details: stock }: Values): Meta {
  const capacity = Number(places)
  if (!Number.isInteger(capacity) || capacity < 0) {
    return [
      ['_manage_stock', 'no'],
      ['_tribe_ticket_capacity', '-1'],
    ]
  }
  const mode = isMap(stock) ? text(stock['global_stock_mode']) : ''
  return [
    ['_manage_stock', 'yes'],
    ['_tribe_ticket_capacity', String(capacity)],
    ['_global_stock_mode', mode || 'own'],
  ]
}

function salePriceOf({ sale_price_data: sale }: Values): Meta {
  if (!isMap(sale) || text(sale['sale_price']) === '') return []
  return [
    ['_sale_price_checked', text(sale['enabled'])],
    ['_sale_price', text(sale['sale_price'])],
    ['_sale_price_start_date', text(sale['start_date'])],
    ['_sale_price_end_date', text(sale['end_date'])],
  ]
}

/** An attendee. The interface says neither its order nor its code. */
export function attendeePost(record: Values): SourcePost {
  const isRsvp = record['provider'] === 'rsvp'
  const prefix = isRsvp ? '_tribe_rsvp_' : '_tec_tickets_commerce_'
  const details = record['checkin_details']
  const isInside = record['checked_in'] === true
  return postOf(record, isRsvp ? 'tribe_rsvp_attendees' : 'tec_tc_attendee', {
    meta: [
      [`${prefix}event`, text(record['post_id'])],
      [isRsvp ? '_tribe_rsvp_product' : '_tec_tickets_commerce_ticket', text(record['ticket_id'])],
      [`${prefix}full_name`, title(record['title'])],
      [`${prefix}email`, text(record['email'])],
      [
        isRsvp ? '_tribe_rsvp_attendee_optout' : '_tec_tickets_commerce_optout',
        yes(record['optout']),
      ],
      ...(isRsvp
        ? [['_tribe_rsvp_status', record['rsvp_going'] === false ? 'no' : 'yes'] as const]
        : []),
      ...(isInside
        ? ([
            [isRsvp ? '_tribe_rsvp_checkedin' : '_tec_tickets_commerce_checked_in', '1'],
            [
              isRsvp ? '_tribe_rsvp_checkedin_details' : '_tec_tickets_commerce_checked_in_details',
              isMap(details)
                ? serialised({ date: text(details['date']), source: text(details['source']) })
                : '',
            ],
          ] as const)
        : []),
    ],
  })
}

/** A map of texts as PHP writes it, which is how the tables have details of a check-in. */
function serialised(values: Readonly<Record<string, string>>): string {
  const item = (each: string) => `s:${Buffer.byteLength(each)}:"${each}";`
  const entries = Object.entries(values)
  return `a:${entries.length}:{${entries.map(([name, value]) => item(name) + item(value)).join('')}}`
}

export const termOfRest = (record: Values, taxonomy: SourceTerm['taxonomy']): SourceTerm => ({
  id: id(record['id']),
  taxonomy,
  name: title(record['name']),
  slug: text(record['slug']),
  description: title(record['description']),
  parentId: id(record['parent']),
})

export function userOfRest(record: Values): SourceUser {
  const { roles } = record
  return {
    id: id(record['id']),
    login: text(record['username']) || text(record['slug']),
    email: text(record['email']),
    name: title(record['name']),
    role: Array.isArray(roles) ? text(roles[0]) || undefined : undefined,
    registeredUtc: text(record['registered_date']).slice(0, 19).replace('T', ' '),
    passwords: [],
  }
}

export const modifierOfRest = (record: Values, kind: SourceModifier['kind']): SourceModifier => ({
  id: id(record['id']),
  kind,
  subType: text(record['sub_type']),
  amount: text(record['raw_amount']) || text(record['amount']),
  slug: text(record['slug']),
  name: title(record['display_name'] ?? record['name']),
  status: text(record['status']),
  createdLocal: text(record['created_at']),
  startLocal: text(record['start_time']),
  endLocal: text(record['end_time']),
  appliedTo: text(record['meta_value']),
  ticketIds: [],
  available: '',
  uses: '',
})
