import { fail } from '../../core/errors.ts'
import { percentOf, sumMinor, timesMinor, UncountableAmount } from '../../core/money.ts'
import {
  type CouponLimits,
  discountedMinor,
  discounts,
  limitProblem,
  placesOfCoupon,
} from './limits/rules.ts'

/** A name for one attendee of a line; an unnamed attendee takes the purchaser's. */
export type AttendeeName = { full_name: string; email: string }

/** The price of one ticket type in a cart. Money is in minor units of the cart's currency. */
export type PricedLine = {
  ticketId: number
  eventId: number
  name: string
  quantity: number
  /** The present price: the sale price while it is in force. */
  unitMinor: number
  regularUnitMinor: number
  names: readonly (AttendeeName | null)[]
  optedOut: boolean
  /** The answer to an RSVP; absent for other tickets. */
  going: boolean | null
}

/**
 * `amount` is in hundredths of a percent for `percent` (17.3 % is 1730), in minor units of `currency` for
 * `flat`. Without a currency it is the site's.
 */
export type Charge = { kind: 'percent' | 'flat'; amount: number; currency?: string | null }
export type FeeRule = Charge & { id: number; name: string }
export type CouponRule = Charge & {
  id: number
  slug: string
  name: string
  /** Missing for a coupon that counts for everything. */
  limits?: CouponLimits | undefined
}

export type CartToTotal = {
  currency: string
  lines: readonly PricedLine[]
  /** The fees of each ticket type; a fee that is both selected and automatic counts once. */
  fees: ReadonlyMap<number, readonly FeeRule[]>
  coupon: CouponRule | null
}

type TicketCharge = PricedLine & { totalMinor: number; regularTotalMinor: number }
type FeeCharge = {
  feeId: number
  name: string
  ticketId: number
  eventId: number
  quantity: number
  unitMinor: number
  totalMinor: number
}
/** `discountMinor` is the amount actually taken off, never more than there is to pay. */
type CouponCharge = {
  couponId: number
  slug: string
  name: string
  discountMinor: number
  /** Of a limited coupon: the tickets that it takes its discount from, and for how many places it is used. */
  limited?: { ticketIds: number[]; places: number }
}

export type Totals = {
  currency: string
  lines: TicketCharge[]
  /** One row per fee and line: what a refund of that line gives back. */
  fees: FeeCharge[]
  coupon: CouponCharge | null
  /** The sum of ticket prices. */
  subtotalMinor: number
  feesMinor: number
  discountMinor: number
  /** The rounding that makes an order's total payable by its gateway; always 0 in a cart. */
  roundingMinor: number
  /** subtotal + fees - discount + rounding, never negative. */
  totalMinor: number
}

/**
 * The only sum of the shop: every page, order and gateway amount comes from it (contract.md 8.1). Fees are
 * rounded per unit and then multiplied; free tickets have none. The coupon counts on tickets and fees
 * together, on those of its tickets when it is limited (contract.md 42.1), and never takes the total below 0. Halves round away from zero. Exact for every amount that can be
 * stored; beyond that it fails with `cart-too-large`.
 */
export function totalCart(cart: CartToTotal): Totals {
  try {
    return totalsOf(cart)
  } catch (error) {
    if (error instanceof UncountableAmount) fail('cart-too-large', { cause: error })
    throw error
  }
}

function totalsOf({ currency, lines, fees, coupon: wanted }: CartToTotal): Totals {
  const tickets = lines.map(line => ({
    totalMinor: timesMinor(line.unitMinor, line.quantity),
    regularTotalMinor: timesMinor(line.regularUnitMinor, line.quantity),
    ...line,
  }))
  const charged = tickets.flatMap(line =>
    feesOfLine(
      line,
      (fees.get(line.ticketId) ?? []).filter(fee => countsIn(fee, currency)),
    ),
  )
  const subtotalMinor = sumOf(tickets)
  const feesMinor = sumOf(charged)
  const base = sumMinor([subtotalMinor, feesMinor])
  const coupon = couponCharge(wanted, { currency, lines: tickets, fees: charged, baseMinor: base })
  const discountMinor = coupon?.discountMinor ?? 0
  return {
    currency,
    lines: tickets,
    fees: charged,
    coupon,
    subtotalMinor,
    feesMinor,
    discountMinor,
    roundingMinor: 0,
    totalMinor: base - discountMinor,
  }
}

type Charges = {
  currency: string
  lines: readonly TicketCharge[]
  fees: readonly FeeCharge[]
  baseMinor: number
}

/** What a coupon takes off; null when it does not count. */
function couponCharge(
  coupon: CouponRule | null,
  { currency, lines, fees, baseMinor }: Charges,
): CouponCharge | null {
  if (!coupon || !countsIn(coupon, currency)) return null
  const { id: couponId, slug, name, limits } = coupon
  if (limitProblem(limits, { lines, currency, baseMinor })) return null
  const base = limits ? discountedMinor(limits, [...lines, ...fees]) : baseMinor
  const ticketIds = lines.flatMap(line => (discounts(limits, line) ? line.ticketId : []))
  return {
    couponId,
    slug,
    name,
    discountMinor: Math.min(base, shareOf(base, coupon)),
    ...(limits && {
      limited: { ticketIds: [...new Set(ticketIds)], places: placesOfCoupon(limits, lines) },
    }),
  }
}

/**
 * The totals of an order for which its gateway charges `payableMinor`, which may differ from the cart's total
 * by rounding.
 */
export const roundedTo = (totals: Totals, payableMinor: number): Totals => ({
  ...totals,
  roundingMinor: payableMinor - totals.totalMinor,
  totalMinor: payableMinor,
})

/** The fees and the discount of an order after rounding; both are at least 0. */
export const roundingParts = (roundingMinor: number) => ({
  feeMinor: Math.max(roundingMinor, 0),
  discountMinor: Math.max(-roundingMinor, 0),
})

/** A flat amount counts only in carts of its own currency (contract.md 8.23). */
export const countsIn = (
  { kind, currency }: { kind: string; currency?: string | null },
  site: string,
): boolean => kind === 'percent' || (currency ?? site) === site

function feesOfLine(line: PricedLine, rules: readonly FeeRule[]): FeeCharge[] {
  if (line.unitMinor <= 0) return []
  const once = [...new Map(rules.map(rule => [rule.id, rule])).values()]
  return once.map(rule => {
    const unitMinor = shareOf(line.unitMinor, rule)
    return {
      feeId: rule.id,
      name: rule.name,
      ticketId: line.ticketId,
      eventId: line.eventId,
      quantity: line.quantity,
      unitMinor,
      totalMinor: timesMinor(unitMinor, line.quantity),
    }
  })
}

/** The value of a flat amount or a percentage of `minor`, in minor units. */
const shareOf = (minor: number, { kind, amount }: Charge) =>
  kind === 'flat' ? amount : percentOf(minor, amount)

const sumOf = (parts: readonly { totalMinor: number }[]) =>
  sumMinor(parts.map(({ totalMinor }) => totalMinor))

/** A line as an order stores it. Ids that a line of this kind lacks are null. */
export type OrderLine = {
  ordinal: number
  kind: 'ticket' | 'fee' | 'coupon'
  ticket_id: number | null
  event_id: number | null
  fee_id: number | null
  coupon_id: number | null
  name: string
  quantity: number
  unit_minor: number
  regular_unit_minor: number
  /** Negative for a coupon: the totals of all lines add up to the order's total. */
  total_minor: number
  names: readonly (AttendeeName | null)[]
  opted_out: boolean
  going: boolean | null
}

/**
 * The lines of an order: tickets, then the fees of each, then the coupon. Their `total_minor` add up to the
 * order's total.
 */
export function orderLines(totals: Totals): OrderLine[] {
  // Written out, because adding members to a copy of `nothing` took a twentieth of an order's processor time.
  const tickets = totals.lines.map((line, index) => ({
    ordinal: index + 1,
    fee_id: null,
    coupon_id: null,
    kind: 'ticket' as const,
    ticket_id: line.ticketId,
    event_id: line.eventId,
    name: line.name,
    quantity: line.quantity,
    unit_minor: line.unitMinor,
    regular_unit_minor: line.regularUnitMinor,
    total_minor: line.totalMinor,
    names: line.names.slice(0, line.quantity),
    opted_out: line.optedOut,
    going: line.going,
  }))
  const fees = totals.fees.map((fee, index) => ({
    ordinal: tickets.length + index + 1,
    coupon_id: null,
    names: [],
    opted_out: true,
    going: null,
    kind: 'fee' as const,
    ticket_id: fee.ticketId,
    event_id: fee.eventId,
    fee_id: fee.feeId,
    name: fee.name,
    quantity: fee.quantity,
    unit_minor: fee.unitMinor,
    regular_unit_minor: fee.unitMinor,
    total_minor: fee.totalMinor,
  }))
  const coupon = totals.coupon ? [couponLine(totals.coupon)] : []
  const rounding = totals.roundingMinor === 0 ? [] : [roundingLine(totals.roundingMinor)]
  const others = [...coupon, ...rounding].map((line, index) => ({
    ordinal: tickets.length + fees.length + index + 1,
    ...line,
  }))
  return [...tickets, ...fees, ...others]
}

const nothing = { fee_id: null, coupon_id: null, names: [], opted_out: true, going: null }

/**
 * A positive rounding is stored as a fee, a negative one as a discount, without a fee or coupon id
 * (decisions/0015).
 */
export const roundingLine = (minor: number) => ({
  ...nothing,
  kind: minor > 0 ? ('fee' as const) : ('coupon' as const),
  ticket_id: null,
  event_id: null,
  name: 'Rounding',
  quantity: 1,
  unit_minor: minor,
  regular_unit_minor: minor,
  total_minor: minor,
})

const couponLine = ({ couponId, slug, discountMinor }: CouponCharge) => ({
  ...nothing,
  kind: 'coupon' as const,
  ticket_id: null,
  event_id: null,
  coupon_id: couponId,
  name: slug,
  quantity: 1,
  unit_minor: -discountMinor || 0,
  regular_unit_minor: -discountMinor || 0,
  total_minor: -discountMinor || 0,
})
