/** An order line with what is needed to refund it; money in minor units. */
export type RefundableLine = {
  id: number
  kind: 'ticket' | 'fee' | 'coupon'
  /** Null for coupons and for rounding. */
  ticketId: number | null
  quantity: number
  /** For a ticket line: the number of places that were refunded or moved away. */
  refundedQuantity: number
  /** For a ticket line: the number of places whose fees were refunded or went away with the place. */
  refundedFees: number
  /** Negative for a coupon. */
  totalMinor: number
  /** False for a line that the order's limited coupon takes nothing from (contract.md 42.3). */
  takesDiscount?: boolean
  /** For the line of a place that was moved to this ticket: what counts as paid for it. No coupon is shared with it. */
  moved?: NetOfLine | undefined
}

/** A number of places of a ticket line. */
export type RefundPart = { lineId: number; quantity: number }

/**
 * What a refund returned of a ticket line: places, fees of places, and their money minus their share of the coupon.
 * Refunds by an earlier release have no `fees`: their fees went with the places.
 */
export type PricedPart = RefundPart & { fees?: number; amountMinor: number }

/** `keep`: places without their fees; `only`: the fees, and the places stay. */
export type FeesOfRefund = 'refund' | 'keep' | 'only'

export type RefundTerms = {
  fees: FeesOfRefund
  /** Whether the places end; otherwise what they cost is given back and they stay taken. */
  endsPlaces: boolean
  /** What is given back of them instead of what they cost, in minor units; never more than that. */
  amountMinor?: number | undefined
  /** The money received that is not refunded yet; no refund may be larger. */
  leftMinor: number
  /** The smallest amount that the gateway can move. */
  step: number
}

export type RefundPlan =
  | { kind: 'refund'; amountMinor: number; parts: PricedPart[] }
  | {
      kind: 'refused'
      because: 'unknown_line' | 'more_than_bought' | 'no_fees_left' | 'more_than_cost'
    }

/**
 * The value of refunding some places: their price and fees, minus their share of the coupon. Shares are cut to the
 * gateway's step along the running total of the line. So refunding a line in any number of steps returns exactly the
 * line, and refunding all lines exactly the order's total. What an earlier refund of an amount took is missing from
 * the last places, which return what is left (contract.md 8.22).
 */
export function planRefund(
  lines: readonly RefundableLine[],
  parts: readonly RefundPart[],
  { fees, endsPlaces, amountMinor: wish, leftMinor, step }: RefundTerms,
): RefundPlan {
  const wanted = new Map<number, number>()
  for (const { lineId, quantity } of parts) {
    wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity)
  }
  const nets = netOfTicketLines(lines, step)
  const priced: PricedPart[] = []
  let left = Math.min(leftMinor, wish ?? leftMinor)
  for (const [lineId, quantity] of wanted) {
    const line = lines.find(({ id, kind }) => id === lineId && kind === 'ticket')
    if (!line) return { kind: 'refused', because: 'unknown_line' }
    const back = countBack(line, quantity, fees)
    if (back.because !== undefined) return { kind: 'refused', because: back.because }
    const net = nets.get(lineId) ?? { ticketMinor: 0, feeMinor: 0 }
    const { quantity: of } = line
    const worth =
      worthOf(net.ticketMinor, { before: line.refundedQuantity, more: back.places, of, step }) +
      worthOf(net.feeMinor, { before: line.refundedFees, more: back.fees, of, step })
    const amountMinor = Math.min(worth, left)
    left -= amountMinor
    priced.push({ lineId, quantity: endsPlaces ? back.places : 0, fees: back.fees, amountMinor })
  }
  const amountMinor = priced.reduce((total, part) => total + part.amountMinor, 0)
  if (wish !== undefined && amountMinor < wish)
    return { kind: 'refused', because: 'more_than_cost' }
  return { kind: 'refund', amountMinor, parts: priced }
}

/** How many places of a line are refunded, and the fees of how many. */
function countBack(line: RefundableLine, quantity: number, fees: FeesOfRefund) {
  const feesLeft = Math.max(0, line.quantity - line.refundedFees)
  if (fees === 'only') {
    return quantity > feesLeft
      ? { because: 'no_fees_left' as const }
      : { places: 0, fees: quantity }
  }
  if (line.refundedQuantity + quantity > line.quantity) {
    return { because: 'more_than_bought' as const }
  }
  return { places: quantity, fees: fees === 'keep' ? 0 : Math.min(quantity, feesLeft) }
}

/** Everything left to refund: all places, or with `only` the fees of all. */
export function allParts(lines: readonly RefundableLine[], fees: FeesOfRefund): RefundPart[] {
  return lines
    .filter(({ kind }) => kind === 'ticket')
    .map(line => ({
      lineId: line.id,
      quantity: line.quantity - (fees === 'only' ? line.refundedFees : line.refundedQuantity),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** What the next place of a line is worth, as a refund of it would be; undefined when no place is left. */
export function worthOfPlace(
  lines: readonly RefundableLine[],
  lineId: number,
  step: number,
): NetOfLine | undefined {
  const line = lines.find(({ id, kind }) => id === lineId && kind === 'ticket')
  const net = netOfTicketLines(lines, step).get(lineId)
  if (!line || !net || line.refundedQuantity >= line.quantity) return undefined
  const { quantity: of, refundedQuantity, refundedFees } = line
  return {
    ticketMinor: worthOf(net.ticketMinor, { before: refundedQuantity, more: 1, of, step }),
    feeMinor:
      refundedFees < of ? worthOf(net.feeMinor, { before: refundedFees, more: 1, of, step }) : 0,
  }
}

type Stretch = { before: number; more: number; of: number; step: number }

/** The value of `more` places of a line after `before` were refunded. */
function worthOf(minor: number, { before, more, of, step }: Stretch): number {
  const upTo = (places: number) =>
    places >= of ? minor : cut(Number((BigInt(minor) * BigInt(places)) / BigInt(of)), step)
  return upTo(before + more) - upTo(before)
}

const cut = (minor: number, step: number) => minor - (minor % step)

/** The real cost of a ticket line: its places and their fees, minus their share of the discount. */
export type NetOfLine = { ticketMinor: number; feeMinor: number }

/**
 * The real cost of each ticket line. Those that were charged sum to the order's total, and the gateway can move each. A discount is
 * shared by the lines that it was taken from.
 */
export function netOfTicketLines(
  lines: readonly RefundableLine[],
  step: number,
): Map<number, NetOfLine> {
  const charged = lines.filter(({ moved }) => moved === undefined)
  const tickets = charged.filter(({ kind }) => kind === 'ticket')
  const fees = feesOf(tickets, charged)
  const grossOf = (line: RefundableLine) => line.totalMinor + (fees.get(line.id) ?? 0)
  const whole = sum(tickets.map(grossOf))
  const total = sum(charged.map(({ totalMinor }) => totalMinor))
  const nets = new Map(lines.flatMap(({ id, moved }) => (moved ? [[id, moved] as const] : [])))
  const full = sum(tickets.filter(isUndiscounted).map(grossOf))
  const shared =
    total - full < 0 || full === whole
      ? { whole, total }
      : { whole: whole - full, total: total - full }
  const paysFull = (line: RefundableLine) => shared.whole < whole && isUndiscounted(line)
  let passed = 0
  let inFull = 0
  let given = 0
  for (const line of tickets) {
    const gross = grossOf(line)
    if (paysFull(line)) inFull += gross
    else passed += gross
    // Free lines cost nothing, wherever they are.
    const upToHere =
      gross === 0
        ? given
        : passed + inFull === whole
          ? total
          : cut(inFull + part(shared.total, passed, shared.whole), step)
    const net = upToHere - given
    given = upToHere
    const feeMinor = gross === 0 ? 0 : cut(part(net, fees.get(line.id) ?? 0, gross), step)
    nets.set(line.id, { ticketMinor: net - feeMinor, feeMinor })
  }
  return nets
}

const isUndiscounted = ({ takesDiscount }: RefundableLine) => takesDiscount === false

/** `of` parts out of `whole` of an amount, rounded down. */
const part = (minor: number, of: number, whole: number) =>
  whole === 0 ? 0 : Number((BigInt(minor) * BigInt(of)) / BigInt(whole))

/** A fee belongs to the ticket it was charged for; of several lines of one ticket, to the first. */
function feesOf(tickets: readonly RefundableLine[], lines: readonly RefundableLine[]) {
  const fees = new Map<number, number>()
  for (const fee of lines.filter(({ kind, ticketId }) => kind === 'fee' && ticketId !== null)) {
    const owner = tickets.find(({ ticketId }) => ticketId === fee.ticketId)
    if (owner) fees.set(owner.id, (fees.get(owner.id) ?? 0) + fee.totalMinor)
  }
  return fees
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, minor) => total + minor, 0)
