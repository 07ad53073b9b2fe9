import { wholeNumber } from '../sources/whole-number.ts'
import { searchTextOf } from '../../ticketing/attendees/rules.ts'
import { phpMap, phpText, readPhp } from '../sources/php-value.ts'
import { allMeta, metaOf, type SourcePost } from '../sources/source-site.ts'
import type { Imported, ImportContext, NotImported } from './imported.ts'
import { keepsPlaces } from './orders.ts'
import { ageOf, isYes, minorOf, momentOf, typed, words } from './values.ts'

/** The keys of attendees, which each kind of ticket writes in its own way. */
type Keys = {
  event: string
  ticket: string
  code: string
  name: string
  email: string
  optedOut: string
  inside: string
  details: string
}

const commerce = '_tec_tickets_commerce_'
const keysOf: Readonly<Record<string, Keys>> = {
  tec_tc_attendee: {
    event: `${commerce}event`,
    ticket: `${commerce}ticket`,
    code: `${commerce}security_code`,
    name: `${commerce}full_name`,
    email: `${commerce}email`,
    optedOut: `${commerce}optout`,
    inside: `${commerce}checked_in`,
    details: `${commerce}checked_in_details`,
  },
  tribe_rsvp_attendees: older('_tribe_rsvp_', '_tribe_rsvp_event'),
  tribe_tpp_attendees: older('_tribe_tpp_', '_tribe_tpp_event'),
  tribe_wooticket: older('_tribe_wooticket_', '_tribe_wooticket_event'),
  tribe_eddticket: older('_tribe_eddticket_', '_tribe_eddticket_for_event'),
}

function older(prefix: string, event: string): Keys {
  return {
    event,
    ticket: `${prefix}product`,
    code: `${prefix}security_code`,
    name: `${prefix}full_name`,
    email: `${prefix}email`,
    optedOut: `${prefix}attendee_optout`,
    inside: `${prefix}checkedin`,
    details: `${prefix}checkedin_details`,
  }
}

type AttendeeFacts = {
  readonly eventId: number
  readonly ticketId: number
  /** 0 without an order. */
  readonly orderId: number
  readonly status: 'publish' | 'trash'
  readonly orderStatus: string
  /** Whether it occupies a place. */
  readonly takes: boolean
  readonly removedName: string
}

/** What must be counted of an attendee before anything is written. */
export function attendeeFactsOf(post: SourcePost, orders: ImportContext['orders']): AttendeeFacts {
  const keys = keysOf[post.type]
  const of = (key: string | undefined) => wholeNumber(metaOf(post, key ?? ''))
  const isCommerce = post.type === 'tec_tc_attendee'
  const order = isCommerce ? orders.get(post.parentId) : undefined
  const orderStatus = order?.status ?? answerOf(post)
  const isGone = post.status === 'trash' || (order !== undefined && !keepsPlaces(order.status))
  return {
    eventId: of(keys?.event),
    ticketId: of(keys?.ticket),
    orderId: order ? post.parentId : 0,
    status: isGone ? 'trash' : 'publish',
    orderStatus,
    takes: !isGone && orderStatus !== 'no',
    removedName: words(metaOf(post, '_tribe_deleted_product_name')),
  }
}

/** The status of an attendee without an order of ours: an answer to an invitation, or what another shop sold. */
function answerOf(post: SourcePost): string {
  if (post.type === 'tribe_rsvp_attendees')
    return metaOf(post, '_tribe_rsvp_status') === 'no' ? 'no' : 'yes'
  return 'completed'
}

/** One place that was sold, or an answer to an invitation, with its code and check-in. */
export function attendeeOf(post: SourcePost, context: ImportContext): Imported | NotImported {
  const keys = keysOf[post.type]
  const facts = attendeeFactsOf(post, context.orders)
  const event = context.events.get(facts.eventId)
  if (!keys || !event) {
    return {
      kind: 'attendee',
      oldId: post.id,
      reason: `Its event ${facts.eventId} did not come, and attendees belong to events here.`,
    }
  }
  const people = peopleOf(post, keys, context)
  const door = doorOf(post, keys, context)
  const { created, changed } = ageOf(post, context.zone)
  const code = words(metaOf(post, keys.code))
  return {
    kind: 'attendee',
    oldId: post.id,
    row: {
      event_id: context.ids.record(facts.eventId),
      ...ticketOfAttendee(facts, context),
      status: facts.status,
      order_status: facts.orderStatus,
      ...people,
      opted_out: isYes(metaOf(post, keys.optedOut)) || event.hidesAttendees,
      going: post.type === 'tribe_rsvp_attendees' ? facts.orderStatus === 'yes' : null,
      ...paidOf(post, context),
      ...door.columns,
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
      search_text: searchTextOf({ name: people.holder_name, email: people.holder_email }),
    },
    parts: {
      code,
      oldId: post.id,
      takes: facts.takes && context.tickets.has(facts.ticketId),
      wasTaken: facts.status === 'trash',
      checkIn: door.checkIn,
    },
    losses: [...answersLost(post), ...otherLosses(post, facts, code)],
  }
}

function ticketOfAttendee(facts: AttendeeFacts, { ids, tickets, removedNames }: ImportContext) {
  const { ticketId, orderId, removedName } = facts
  const name = tickets.get(ticketId)?.name ?? (removedName || removedNames.get(ticketId))
  return {
    ticket_id: ids.record(ticketId),
    ticket_name: name ?? '—',
    order_id: orderId > 0 ? ids.record(orderId) : null,
  }
}

/** The holder and the purchaser: those of RSVPs are one. */
function peopleOf(post: SourcePost, keys: Keys, context: ImportContext) {
  const order = orderOfAttendee(post, context)
  const name = typed(metaOf(post, keys.name)) || order?.purchaserName || typed(post.title)
  const email = words(metaOf(post, keys.email)) || order?.purchaserEmail || ''
  const userId = wholeNumber(metaOf(post, '_tribe_tickets_attendee_user_id'))
  return {
    holder_name: name,
    holder_email: email,
    purchaser_name: order?.purchaserName ?? name,
    purchaser_email: order?.purchaserEmail ?? email,
    user_id: userId > 0 ? context.ids.user(userId) : null,
  }
}

const orderOfAttendee = (post: SourcePost, { orders }: ImportContext) =>
  post.type === 'tec_tc_attendee' ? orders.get(post.parentId) : undefined

function paidOf(post: SourcePost, context: ImportContext) {
  const own = metaOf(post, `${commerce}currency`).toUpperCase()
  const currency = own || orderOfAttendee(post, context)?.currency || context.currency
  const price = metaOf(post, `${commerce}price_paid`) || metaOf(post, '_paid_price') || '0'
  return { paid_minor: minorOf(price, currency) ?? 0, currency }
}

function otherLosses(post: SourcePost, facts: AttendeeFacts, code: string): string[] {
  const isOfShop = post.type !== 'tec_tc_attendee' && post.type !== 'tribe_rsvp_attendees'
  const isVoid = facts.status === 'trash' && facts.orderId === 0
  return [
    ...(code === '' ? ['It has no code, so it got a new one.'] : []),
    ...(isVoid ? ['It was in the trash and is void.'] : []),
    ...(isOfShop ? ['Its order stays in the shop that sold it.'] : []),
  ]
}

function doorOf(post: SourcePost, keys: Keys, context: ImportContext) {
  const outside = {
    checked_in_at: null,
    check_in_source: null,
    check_in_user_id: null,
    check_in_device: null,
  }
  if (!isYes(metaOf(post, keys.inside))) return { columns: outside, checkIn: null }
  const details = phpMap(readPhp(allMeta(post, keys.details).at(-1) ?? ''))
  const { changed } = ageOf(post, context.zone)
  const at = (momentOf(phpText(details.get('date')), context.zone) ?? changed).toISOString()
  const source = phpText(details.get('source')) === 'app' ? 'app' : 'site'
  const author = wholeNumber(phpText(details.get('author')))
  const userId = author > 0 ? context.ids.user(author) : null
  const device = phpText(details.get('device_id')) || null
  return {
    columns: {
      checked_in_at: at,
      check_in_source: source,
      check_in_user_id: userId,
      check_in_device: device,
    },
    checkIn: { at, source, user_id: userId },
  }
}

/** Answers to extra fields have no place here yet: the report keeps them. */
function answersLost(post: SourcePost): string[] {
  const answers = [...phpMap(readPhp(metaOf(post, '_tribe_tickets_meta')))]
  if (answers.length === 0) return []
  const told = answers.map(([field, answer]) => `${field}: ${phpText(answer)}`).join('; ')
  return [`Its answers have no place here: ${told}.`]
}
