import { fail } from '../../core/errors.ts'
import { percentOf, sumMinor, timesMinor, UncountableAmount } from '../../core/money.ts'

/** A name for one attendee of a line; an unnamed attendee carries the purchaser. */
export type AttendeeName = { full_name: string; email: string }

/** What one type of ticket in a cart is charged with. Money is in minor units of the cart's currency. */
export type PricedLine = {
  ticketId: number
  eventId: number
  name: string
  quantity: number
  /** The price now: the sale price while there is a sale. */
  unitMinor: number
  regularUnitMinor: number
  names: readonly (AttendeeName | null)[]
  optedOut: boolean
  /** Only of an RSVP. */
  going: boolean | null
}

/**
 * `amount` is in hundredths of a percent for `percent` (17.3 % is 1730), in minor units of `currency` for `flat`; without
 * one it is of the site's.
 */
export type Charge = { kind: 'percent' | 'flat'; amount: number; currency?: string | null }
export type FeeRule = Charge & { id: number; name: string }
export type CouponRule = Charge & { id: number; slug: string; name: string }

export type CartToTotal = {
  currency: string
  lines: readonly PricedLine[]
  /** The fees of each type of ticket; a fee that is both selected and automatic counts once. */
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
/** `discountMinor` is what it really takes off, never more than there is to pay. */
type CouponCharge = { couponId: number; slug: string; name: string; discountMinor: number }

export type Totals = {
  currency: string
  lines: TicketCharge[]
  /** One for each fee and line: what a refund of that line gives back. */
  fees: FeeCharge[]
  coupon: CouponCharge | null
  /** Tickets only. */
  subtotalMinor: number
  feesMinor: number
  discountMinor: number
  /** What an order's total was moved by, so that its gateway can move it; of a cart always 0. */
  roundingMinor: number
  /** subtotal + fees - discount + rounding, never negative. */
  totalMinor: number
}

/**
 * The one sum of the shop: every page, order and gateway amount comes from it (contract.md 8.1). Fees are
 * rounded per unit and then multiplied, free tickets carry none; the coupon counts on tickets and fees together and
 * is cut so that the total lands on 0. Halves round away from zero. Exact for every amount that can be stored, else it
 * fails with `cart-too-large`.
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
  const coupon = wanted && countsIn(wanted, currency) ? wanted : null
  const tickets = lines.map(line => ({
    ...line,
    totalMinor: timesMinor(line.unitMinor, line.quantity),
    regularTotalMinor: timesMinor(line.regularUnitMinor, line.quantity),
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
  const discountMinor = coupon === null ? 0 : Math.min(base, shareOf(base, coupon))
  return {
    currency,
    lines: tickets,
    fees: charged,
    coupon: coupon && {
      couponId: coupon.id,
      slug: coupon.slug,
      name: coupon.name,
      discountMinor,
    },
    subtotalMinor,
    feesMinor,
    discountMinor,
    roundingMinor: 0,
    totalMinor: base - discountMinor,
  }
}

/** The totals of an order whose gateway moves `payableMinor` for what the cart costs. */
export const roundedTo = (totals: Totals, payableMinor: number): Totals => ({
  ...totals,
  roundingMinor: payableMinor - totals.totalMinor,
  totalMinor: payableMinor,
})

/** What a rounding makes of the fees and of the discount of an order: both are at least 0. */
export const roundingParts = (roundingMinor: number) => ({
  feeMinor: Math.max(roundingMinor, 0),
  discountMinor: Math.max(-roundingMinor, 0),
})

/** An amount of one currency is no amount of another: it does not count there (contract.md 8.23). */
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

/** What a flat amount or a percentage makes of `minor`, in minor units. */
const shareOf = (minor: number, { kind, amount }: Charge) =>
  kind === 'flat' ? amount : percentOf(minor, amount)

const sumOf = (parts: readonly { totalMinor: number }[]) =>
  sumMinor(parts.map(({ totalMinor }) => totalMinor))

/** A line as an order keeps it. The ids that its kind does not have are null. */
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
  /** Negative for a coupon: the totals of all lines add up to the total of the order. */
  total_minor: number
  names: readonly (AttendeeName | null)[]
  opted_out: boolean
  going: boolean | null
}

/** The lines of an order: tickets, then the fees of each, then the coupon. Their `total_minor` add up to the total. */
export function orderLines(totals: Totals): OrderLine[] {
  const tickets = totals.lines.map(line => ({
    ...nothing,
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
  const fees = totals.fees.map(fee => ({
    ...nothing,
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
  const lines = [...tickets, ...fees, ...coupon, ...rounding]
  return lines.map((line, index) => ({ ordinal: index + 1, ...line }))
}

const nothing = { fee_id: null, coupon_id: null, names: [], opted_out: true, going: null }

/** What rounding adds is kept as a fee, what it takes off as a discount, of nobody (decisions/0015). */
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
