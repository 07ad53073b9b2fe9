import { type Caller, can, ownerIdOf } from '../../core/caller.ts'
import { toLocal } from '../../core/time.ts'

export type NamesRule = 'none' | 'allowed' | 'required'

/** Of what a ticket costs, and when. */
export type PricedTicket = {
  readonly priceMinor: number
  /** Null when there is no sale price. */
  readonly salePriceMinor: number | null
  /** First and last day of the sale price in the event's zone; null is open. */
  readonly salePriceFrom: string | null
  readonly salePriceUntil: string | null
  readonly timezone: string
}

export type SoldTicket = PricedTicket & {
  readonly status: string
  readonly eventStatus: string
  /** `scheduled`, `cancelled` or `postponed`. */
  readonly eventHappening: string
  /** Null: from the beginning. */
  readonly saleStartsAt: Date | null
  /** The end that was set, else the start of the event. */
  readonly saleEndsAt: Date
  readonly minPerOrder: number
  readonly maxPerOrder: number
}

/** Whether the sale price holds on this day (whole days in the event's zone). One above the regular price never does. */
export function isReduced(ticket: PricedTicket, now: Date): boolean {
  const { salePriceMinor, salePriceFrom, salePriceUntil, priceMinor, timezone } = ticket
  if (salePriceMinor === null || salePriceMinor > priceMinor) return false
  const today = toLocal(now, timezone).slice(0, 10)
  return today >= (salePriceFrom ?? today) && today <= (salePriceUntil ?? today)
}

/** What one costs now, in minor units. */
export function priceNow(ticket: PricedTicket, now: Date): number {
  return isReduced(ticket, now) && ticket.salePriceMinor !== null
    ? ticket.salePriceMinor
    : ticket.priceMinor
}

export type SaleProblem =
  | { readonly kind: 'not_published' }
  | { readonly kind: 'called_off'; readonly how: string }
  | { readonly kind: 'not_yet'; readonly from: Date }
  | { readonly kind: 'over'; readonly since: Date }
  | { readonly kind: 'too_many'; readonly allowed: number }

/** Why so many cannot be sold at this moment, stock aside; undefined when they can. */
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
  if (ticket.saleStartsAt !== null && ticket.saleStartsAt > now) {
    return { kind: 'not_yet', from: ticket.saleStartsAt }
  }
  if (ticket.saleEndsAt <= now) return { kind: 'over', since: ticket.saleEndsAt }
  return quantity > ticket.maxPerOrder
    ? { kind: 'too_many', allowed: ticket.maxPerOrder }
    : undefined
}

/** Callers who see private fields, every attendee and every status (contract.md, Managers). */
export const isManager = (caller: Caller) => can(caller, 'manage_attendees')

/** Checked in of all, in percent: rounded up, and 100 of nobody. */
export function checkedInPercentage(checkedIn: number, total: number): number {
  return total === 0 ? 100 : Math.ceil((100 * checkedIn) / total)
}

/** Free places of all, in percent, rounded down; null is without limit. */
export function availablePercentage(available: number | null, capacity: number | null): number {
  if (available === null || capacity === null) return 100
  return capacity <= 0 || available <= 0 ? 0 : Math.floor((100 * available) / capacity)
}

/** What of events and their tickets a caller sees; the rules of access/records, said once for many rows. */
export type Sight = {
  readonly userId: number | null
  readonly readPrivate: boolean
  readonly edit: boolean
  readonly editOthers: boolean
  readonly editPublished: boolean
  readonly manager: boolean
}

export const sightOf = (caller: Caller): Sight => ({
  userId: ownerIdOf(caller),
  readPrivate: can(caller, 'read_private_records'),
  edit: can(caller, 'edit_records'),
  editOthers: can(caller, 'edit_others_records'),
  editPublished: can(caller, 'edit_published_records'),
  manager: isManager(caller),
})

/**
 * What is left of an answer about a password-protected event: numbers are 0, yes and no are null, other texts say "No
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

const isNumeric = (text: string) => /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text)
