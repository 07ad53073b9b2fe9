import type { LocalDateTime } from '../../core/time.ts'
import { attendeeFactsOf } from '../kinds/attendees.ts'
import { eventFactsOf } from '../kinds/events.ts'
import type { EventFacts, Known, OrderFacts, Taken, TicketFacts } from '../kinds/imported.ts'
import { orderFactsOf } from '../kinds/orders.ts'
import { ticketFactsOf } from '../kinds/tickets.ts'
import { metaOf, type SourcePost, type SourceSite } from '../sources/source-site.ts'

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
  Known,
  'events' | 'tickets' | 'removedNames' | 'orders' | 'taken' | 'holders' | 'feesOf'
> & {
  /** Events that have ticket types. */
  readonly ticketed: ReadonlySet<number>
  /** Ids of pictures that records show, and the paths of those in their texts. */
  readonly pictureIds: ReadonlySet<number>
  readonly picturePaths: ReadonlySet<string>
  readonly highestId: number
  /** How many records there are of each kind. */
  readonly totals: Readonly<
    Record<'venue' | 'organizer' | 'event' | 'ticket' | 'order' | 'attendee', number>
  >
}

/** Reads the source once. What it keeps of a record is small: memory grows with their number, not with their texts. */
export async function collect(
  site: SourceSite,
  { zone, currency }: { zone: string; currency: string },
): Promise<Collected> {
  const pictureIds = new Set<number>()
  const picturePaths = new Set<string>()
  const totals = { venue: 0, organizer: 0, event: 0, ticket: 0, order: 0, attendee: 0 }
  let highestId = 0
  const see = (post: SourcePost, kind: keyof typeof totals) => {
    totals[kind] += 1
    highestId = Math.max(highestId, post.id)
    const picture = Number(metaOf(post, '_thumbnail_id'))
    if (picture > 0) pictureIds.add(picture)
    for (const path of pathsIn(post.content)) picturePaths.add(path)
  }
  for await (const post of site.posts('attachment')) highestId = Math.max(highestId, post.id)
  for await (const post of site.posts('tribe_venue')) see(post, 'venue')
  for await (const post of site.posts('tribe_organizer')) see(post, 'organizer')
  const events = new Map<number, EventFacts>()
  for await (const post of site.posts(...eventTypes)) {
    see(post, 'event')
    events.set(post.id, eventFactsOf(post, zone))
  }
  const tickets = new Map<number, TicketFacts>()
  const ticketed = new Set<number>()
  for await (const post of site.posts(...ticketTypes)) {
    see(post, 'ticket')
    if (post.type === 'tribe_tpp_tickets') continue
    const facts = ticketFactsOf(post, { currency, events })
    if (!events.has(facts.eventId)) continue
    tickets.set(post.id, facts)
    ticketed.add(facts.eventId)
  }
  const orders = new Map<number, OrderFacts>()
  for await (const post of site.posts('tec_tc_order')) {
    see(post, 'order')
    orders.set(post.id, orderFactsOf(post, { currency }))
  }
  const counted = await countAttendees(site, orders, post => see(post, 'attendee'))
  const feesOf = new Map<number, number[]>()
  for (const modifier of site.modifiers) {
    if (modifier.kind !== 'fee') continue
    for (const id of modifier.ticketIds) feesOf.set(id, [...(feesOf.get(id) ?? []), modifier.id])
  }
  return {
    events,
    tickets,
    ticketed,
    orders,
    ...counted,
    feesOf,
    pictureIds,
    picturePaths,
    highestId,
    totals,
  }
}

async function countAttendees(
  site: SourceSite,
  orders: Known['orders'],
  see: (post: SourcePost) => void,
) {
  const taken = new Map<number, Taken>()
  const holders = new Map<number, Map<number, number>>()
  const removedNames = new Map<number, string>()
  for await (const post of site.posts(...attendeeTypes)) {
    see(post)
    const { ticketId, orderId, takes, removedName, status } = attendeeFactsOf(post, orders)
    if (removedName !== '') removedNames.set(ticketId, removedName)
    if (takes) {
      const before = taken.get(ticketId)
      const made = (post.createdUtc || post.createdLocal) as LocalDateTime
      const last = before && before.last > made ? before.last : made
      taken.set(ticketId, { places: (before?.places ?? 0) + 1, last })
    }
    if (orderId > 0 && status === 'publish') {
      const own = holders.get(orderId) ?? new Map<number, number>()
      holders.set(orderId, own.set(ticketId, (own.get(ticketId) ?? 0) + 1))
    }
  }
  return { taken, holders, removedNames }
}

/** The files of the old site that a text shows, without the marks of their sizes (`-300x200`). */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/\/wp-content\/uploads\/([^"'\s<>?#)]+)/g)].map(([, path = '']) =>
    decoded(path).replace(/-\d+x\d+(?=\.\w+$)/, ''),
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
