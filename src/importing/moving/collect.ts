import type { LocalDateTime } from '../../core/time.ts'
import { attendeeFactsOf } from '../kinds/attendees.ts'
import { eventFactsOf } from '../kinds/events.ts'
import type {
  EventFacts,
  ImportContext,
  OrderFacts,
  TakenPlaces,
  TicketFacts,
} from '../kinds/imported.ts'
import { orderFactsOf } from '../kinds/orders.ts'
import { ticketFactsOf } from '../kinds/tickets.ts'
import type { SourcePost, SourceSite } from '../sources/source-site.ts'

export const eventTypes = ['tribe_events'] as const
export const ticketTypes = ['tec_tc_ticket', 'tribe_rsvp_tickets', 'tribe_tpp_tickets'] as const
export const attendeeTypes = [
  'tec_tc_attendee',
  'tribe_rsvp_attendees',
  'tribe_tpp_attendees',
  'tribe_wooticket',
  'tribe_eddticket',
] as const

/** What must be known of the whole source before the first record is written. */
export type Collected = Pick<
  ImportContext,
  'events' | 'tickets' | 'removedNames' | 'orders' | 'taken' | 'sharedTaken' | 'holders' | 'feesOf'
> & {
  /** Events that have ticket types. */
  readonly ticketed: ReadonlySet<number>
  readonly highestId: number
  /** How many records there are of each kind. */
  readonly totals: Readonly<
    Record<'image' | 'venue' | 'organizer' | 'event' | 'ticket' | 'order' | 'attendee', number>
  >
}

/** Reads the source once. What it keeps of a record is small: memory grows with their number, not with their texts. */
export async function collect(
  site: SourceSite,
  { zone, currency }: { zone: string; currency: string },
): Promise<Collected> {
  const totals = { image: 0, venue: 0, organizer: 0, event: 0, ticket: 0, order: 0, attendee: 0 }
  let highestId = 0
  const see = (post: SourcePost, kind: keyof typeof totals) => {
    totals[kind] += 1
    highestId = Math.max(highestId, post.id)
  }
  for await (const post of site.posts('attachment')) see(post, 'image')
  for await (const post of site.posts('tribe_venue')) see(post, 'venue')
  for await (const post of site.posts('tribe_organizer')) see(post, 'organizer')
  const events = new Map<number, EventFacts>()
  for await (const post of site.posts(...eventTypes)) {
    see(post, 'event')
    events.set(post.id, eventFactsOf(post, zone))
  }
  const tickets = new Map<number, TicketFacts>()
  for await (const post of site.posts(...ticketTypes)) {
    see(post, 'ticket')
    const facts = ticketFactsOf(post, { currency, events })
    const isSold = post.type !== 'tribe_tpp_tickets' && events.has(facts.eventId)
    if (isSold) tickets.set(post.id, facts)
  }
  const orders = new Map<number, OrderFacts>()
  for await (const post of site.posts('tec_tc_order')) {
    see(post, 'order')
    orders.set(post.id, orderFactsOf(post, { currency }))
  }
  const counted = await countAttendees(site, orders, post => see(post, 'attendee'))
  return {
    events,
    tickets,
    ticketed: new Set([...tickets.values()].map(({ eventId }) => eventId)),
    orders,
    ...counted,
    sharedTaken: sharedTaken(tickets, counted.taken),
    feesOf: feesByTicket(site),
    highestId,
    totals,
  }
}

function sharedTaken(tickets: ReadonlyMap<number, TicketFacts>, taken: ImportContext['taken']) {
  const sums = new Map<number, number>()
  for (const [id, { eventId, mode }] of tickets) {
    if (mode !== 'global' && mode !== 'capped') continue
    sums.set(eventId, (sums.get(eventId) ?? 0) + (taken.get(id)?.places ?? 0))
  }
  return sums
}

function feesByTicket({ modifiers }: SourceSite) {
  const feesOf = new Map<number, number[]>()
  for (const { kind, id, ticketIds } of modifiers) {
    if (kind !== 'fee') continue
    for (const ticketId of ticketIds) feesOf.set(ticketId, [...(feesOf.get(ticketId) ?? []), id])
  }
  return feesOf
}

async function countAttendees(
  site: SourceSite,
  orders: ImportContext['orders'],
  see: (post: SourcePost) => void,
) {
  const taken = new Map<number, TakenPlaces>()
  const holders = new Map<number, Map<number, number>>()
  const removedNames = new Map<number, string>()
  for await (const post of site.posts(...attendeeTypes)) {
    see(post)
    const facts = attendeeFactsOf(post, orders)
    const { ticketId, orderId, removedName } = facts
    if (removedName !== '') removedNames.set(ticketId, removedName)
    if (facts.takes) taken.set(ticketId, withOneMore(taken.get(ticketId), post))
    if (orderId > 0 && facts.status === 'publish') {
      const own = holders.get(orderId) ?? new Map<number, number>()
      holders.set(orderId, own.set(ticketId, (own.get(ticketId) ?? 0) + 1))
    }
  }
  return { taken, holders, removedNames }
}

function withOneMore(before: TakenPlaces | undefined, post: SourcePost): TakenPlaces {
  const made = (post.createdUtc || post.createdLocal) as LocalDateTime
  const last = before && before.last > made ? before.last : made
  return { places: (before?.places ?? 0) + 1, last }
}
