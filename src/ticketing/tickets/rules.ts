import { atEvent, workplacesOf, worksAt } from '../../access/records/rules.ts'
import { type Caller, can, ownerIdOf, reachOf } from '../../core/caller.ts'
import { toLocal } from '../../core/time.ts'

export type NamesRule = 'none' | 'allowed' | 'required'

/** What the price and the sale of a ticket depend on. */
export type PricedTicket = {
  readonly priceMinor: number
  /** Null without a sale price. */
  readonly salePriceMinor: number | null
  /** First and last day of the sale price in the event's zone; null is unlimited. */
  readonly salePriceFrom: string | null
  readonly salePriceUntil: string | null
  readonly timezone: string
}

export type SoldTicket = PricedTicket & {
  readonly status: string
  readonly eventStatus: string
  /** The state of the event: `scheduled`, `cancelled` or `postponed`. */
  readonly eventHappening: string
  /** Null: on sale since ever. */
  readonly saleStartsAt: Date | null
  /** The end that was set, otherwise the start or the end of the event; never later than the end of the event. */
  readonly saleEndsAt: Date
  readonly minPerOrder: number
  readonly maxPerOrder: number
}

/**
 * Whether the sale price is in force on this day (whole days in the event's zone). A sale price above the
 * regular price never is.
 */
export function isReduced(ticket: PricedTicket, now: Date): boolean {
  const { salePriceMinor, salePriceFrom, salePriceUntil, priceMinor, timezone } = ticket
  if (salePriceMinor === null || salePriceMinor > priceMinor) return false
  const today = toLocal(now, timezone).slice(0, 10)
  return today >= (salePriceFrom ?? today) && today <= (salePriceUntil ?? today)
}

/** The present price of one ticket, in minor units. */
export function priceNow(ticket: PricedTicket, now: Date): number {
  return isReduced(ticket, now) && ticket.salePriceMinor !== null
    ? ticket.salePriceMinor
    : ticket.priceMinor
}

/** Whether the ticket has a price in another currency than the site's, in which nothing is sold (contract.md 8.23). */
export const isForeign = (
  ticket: PricedTicket & { readonly currency: string },
  now: Date,
  currency: string,
) => ticket.currency !== currency && priceNow(ticket, now) > 0

export type SaleProblem =
  | { readonly kind: 'not_published' }
  | { readonly kind: 'called_off'; readonly how: string }
  | { readonly kind: 'not_yet'; readonly from: Date }
  | { readonly kind: 'over'; readonly since: Date }
  | { readonly kind: 'too_many'; readonly allowed: number }

/** Whether a sale ends before it begins. */
export const isNeverOpen = (from: Date | null, end: Date) => from !== null && from >= end

/** Why this quantity cannot be sold at this moment, apart from stock; undefined when it can. */
export function saleProblem(
  ticket: SoldTicket,
  quantity: number,
  now: Date,
): SaleProblem | undefined {
  if (ticket.status !== 'publish' || ticket.eventStatus !== 'publish') {
    return { kind: 'not_published' }
  }
  if (ticket.eventHappening !== 'scheduled') {
    return { kind: 'called_off', how: ticket.eventHappening }
  }
  const { saleStartsAt: from, saleEndsAt: end } = ticket
  // Nobody is promised the beginning of a sale that never takes place.
  if (end <= now || isNeverOpen(from, end)) return { kind: 'over', since: end }
  if (from !== null && from > now) return { kind: 'not_yet', from }
  return quantity > ticket.maxPerOrder
    ? { kind: 'too_many', allowed: ticket.maxPerOrder }
    : undefined
}

/**
 * Whether the caller is a manager of every event, who sees private members and every attendee and status (contract.md,
 * Managers).
 */
export const isManager = (caller: Caller) => can(caller, 'reports.read')

/** Whether the caller sees how many places of an event were sold and used. */
export const seesFigures = (caller: Caller, eventId: number) => can(caller, 'reports.read', eventId)

/** Whether the caller sees all that the attendees embedded in tickets show (contract.md 28.3). */
export const seesAttendees = (caller: Caller, eventId: number) =>
  (['attendees.read', 'attendees.write', 'contacts.read', 'money.read'] as const).every(right =>
    can(caller, right, eventId),
  )

/** The percentage of attendees checked in, rounded up; 100 when there are none. */
export function checkedInPercentage(checkedIn: number, total: number): number {
  return total === 0 ? 100 : Math.ceil((100 * checkedIn) / total)
}

/** The percentage of places that are free, rounded down; null for unlimited capacity. */
export function availablePercentage(available: number | null, capacity: number | null): number {
  if (available === null || capacity === null) return 100
  return capacity <= 0 || available <= 0 ? 0 : Math.floor((100 * available) / capacity)
}

/** Which events and tickets a caller sees: the rules of access/records, evaluated once for many rows. */
export type Sight = {
  readonly userId: number | null
  readonly readPrivate: boolean
  readonly edit: boolean
  readonly editOthers: boolean
  readonly editPublished: boolean
  readonly manager: boolean
  /** Events whose tickets a grant lets the caller change, and those for which there are grants. */
  readonly changed: readonly number[]
  readonly granted: readonly number[]
}

export function sightOf(caller: Caller): Sight {
  const everywhere = atEvent(caller, undefined, 'tickets.write')
  const changed = reachOf(caller, 'tickets.write')
  return {
    userId: ownerIdOf(caller),
    readPrivate: can(everywhere, 'read_private_records') || worksAt(caller, undefined),
    edit: can(everywhere, 'edit_records'),
    editOthers: can(everywhere, 'edit_others_records'),
    editPublished: can(everywhere, 'edit_published_records'),
    manager: isManager(caller),
    changed: changed === 'all' ? [] : changed,
    granted: workplacesOf(caller),
  }
}

/**
 * What remains of a response about a password-protected event: numbers become 0, booleans null, texts "No
 * Access"; empty lists stay (contract.md 12.8).
 */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]))
  }
  if (typeof value === 'boolean') return null
  const numeric = typeof value === 'number' || (typeof value === 'string' && isNumeric(value))
  return numeric ? 0 : 'No Access'
}

const isNumeric = (text: string) => /^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(text)

/** A ticket with what a change of many tickets looks at. Money in minor units; a null capacity is unlimited. */
export type ChangeableTicket = {
  id: number
  event_id: number
  name: string
  provider: string
  currency: string
  price_minor: number
  min_per_order: number
  max_per_order: number
  mode: string
  capacity: number | null
  /** Whether it has a reduced price, which a change of its price leaves as it is. */
  is_reduced: boolean
}
