import { sumMinor } from '../../../core/money.ts'

/** What a coupon is limited to (contract.md 42.1). Empty lists and null limit nothing. */
export type CouponLimits = {
  readonly event_ids: readonly number[]
  readonly ticket_ids: readonly number[]
  /** The hidden tickets that it opens. */
  readonly opens: readonly number[]
  /** What the tickets and fees of an order must come to, before the discount; in minor units of its own currency. */
  readonly min_total_minor: number | null
  readonly min_total_currency: string | null
  readonly max_places: number | null
  readonly max_places_per_order: number | null
  /** How many orders with one e-mail address may use it. */
  readonly per_person: number | null
  readonly tag: string
}

/** A line of a cart or an order, as far as coupons are concerned. */
export type CouponLine = {
  readonly ticketId: number
  readonly eventId: number
  readonly quantity: number
  /** False for guests who decline: they take no place. */
  readonly going: boolean | null
}

type SoldTicket = Pick<CouponLine, 'ticketId' | 'eventId'>

/**
 * Whether the discount of a coupon is taken from the places of this ticket. A coupon that names events and tickets counts for both;
 * one that names neither, for everything, or only for the hidden tickets that it opens.
 */
export function discounts(
  limits: CouponLimits | undefined,
  { ticketId, eventId }: SoldTicket,
): boolean {
  if (!limits) return true
  const { event_ids, ticket_ids, opens } = limits
  if (event_ids.length + ticket_ids.length > 0) {
    return ticket_ids.includes(ticketId) || event_ids.includes(eventId)
  }
  return opens.length === 0 || opens.includes(ticketId)
}

/** Whether a coupon opens this hidden ticket. */
export const opensTicket = (limits: CouponLimits | undefined, ticketId: number): boolean =>
  limits?.opens.includes(ticketId) === true

/** For how many of these places a coupon is used: those it takes a discount from, and those it opens. */
export function placesOfCoupon(
  limits: CouponLimits | undefined,
  lines: readonly CouponLine[],
): number {
  return lines
    .filter(line => line.going !== false)
    .filter(line => discounts(limits, line) || opensTicket(limits, line.ticketId))
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Why a coupon does not count for an order, apart from its dates and from what others use of it. */
export type LimitProblem =
  | { readonly kind: 'other_tickets' }
  | { readonly kind: 'minimum'; readonly minor: number; readonly currency: string }
  | { readonly kind: 'per_order'; readonly most: number }

type LimitedOrder = {
  readonly lines: readonly CouponLine[]
  readonly currency: string
  /** Tickets and fees before the discount. */
  readonly baseMinor: number
}

/** The first limit that keeps a coupon from counting for an order; undefined when it counts. */
export function limitProblem(
  limits: CouponLimits | undefined,
  { lines, currency, baseMinor }: LimitedOrder,
): LimitProblem | undefined {
  if (!limits) return undefined
  const places = placesOfCoupon(limits, lines)
  if (places === 0) return { kind: 'other_tickets' }
  const { min_total_minor: minor, min_total_currency: own, max_places_per_order: most } = limits
  // What a minimum in another currency comes to is not known.
  if (minor !== null && own !== null && (own !== currency || baseMinor < minor)) {
    return { kind: 'minimum', minor, currency: own }
  }
  return most !== null && places > most ? { kind: 'per_order', most } : undefined
}

type Charged = SoldTicket & { readonly totalMinor: number }

/** The sum from which a coupon takes its discount: tickets with their fees. */
export const discountedMinor = (
  limits: CouponLimits | undefined,
  charges: readonly Charged[],
): number =>
  sumMinor(charges.filter(charge => discounts(limits, charge)).map(({ totalMinor }) => totalMinor))

/** What of its limits keeps a coupon that was used as it is. */
export type LimitChange = { readonly before: CouponLimits; readonly after: CouponLimits }

const upwards = ['max_places', 'max_places_per_order', 'per_person'] as const
const scope = ['event_ids', 'ticket_ids', 'opens'] as const

/**
 * The members that a coupon in use may not be given: what it is for stays, and its limits only become wider, so that nobody who
 * has it loses what it promised.
 */
export function narrowed({ before, after }: LimitChange): (keyof CouponLimits)[] {
  const changed = scope.filter(name => !sameIds(before[name], after[name]))
  const lower = upwards.filter(name => (after[name] ?? Infinity) < (before[name] ?? Infinity))
  const least = (limits: CouponLimits) => limits.min_total_minor ?? 0
  const isDearer =
    least(after) > least(before) ||
    (after.min_total_minor !== null && after.min_total_currency !== before.min_total_currency)
  return [...changed, ...lower, ...(isDearer ? (['min_total_minor'] as const) : [])]
}

const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every(id => other.includes(id))

export const noLimits: CouponLimits = {
  event_ids: [],
  ticket_ids: [],
  opens: [],
  min_total_minor: null,
  min_total_currency: null,
  max_places: null,
  max_places_per_order: null,
  per_person: null,
  tag: '',
}
