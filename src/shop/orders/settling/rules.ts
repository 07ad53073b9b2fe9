/** A line of an order as far as giving it back is concerned; money in minor units. */
export type RefundableLine = {
  id: number
  kind: 'ticket' | 'fee' | 'coupon'
  /** Null for a coupon and for what rounding the order added. */
  ticketId: number | null
  quantity: number
  /** Of a ticket line: places that were given back. */
  refundedQuantity: number
  /** Of a ticket line: places whose fees were given back. */
  refundedFees: number
  /** Negative for a coupon. */
  totalMinor: number
}

/** So many places of a ticket line. */
export type RefundPart = { lineId: number; quantity: number }

/**
 * What a refund gave back of a ticket line: so many places, the fees of so many, and the money of both less their share
 * of the coupon. A part written by an earlier release has no `fees`: they went with the places.
 */
export type PricedPart = RefundPart & { fees?: number; amountMinor: number }

/** `keep`: places without their fees; `only`: the fees, and the places stay. */
export type FeesOfRefund = 'refund' | 'keep' | 'only'

export type RefundTerms = {
  fees: FeesOfRefund
  /** What is left of the money that came in; no refund gives back more. */
  leftMinor: number
  /** The smallest amount the gateway moves. */
  step: number
}

export type RefundPlan =
  | { kind: 'refund'; amountMinor: number; parts: PricedPart[] }
  | { kind: 'refused'; because: 'unknown_line' | 'more_than_bought' | 'no_fees_left' }

/**
 * What giving back some places is worth: their price and fees, less their share of the coupon. Shares are cut to what
 * the gateway moves along the running total of the line, so that giving back a line in any number of steps gives back
 * exactly the line, and giving back all lines exactly the order's total. What an earlier refund of an amount took is
 * missing from the last places: they give back what is left (contract.md 8.22).
 */
export function planRefund(
  lines: readonly RefundableLine[],
  parts: readonly RefundPart[],
  { fees, leftMinor, step }: RefundTerms,
): RefundPlan {
  const wanted = new Map<number, number>()
  for (const { lineId, quantity } of parts) {
    wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity)
  }
  const nets = netOfTicketLines(lines, step)
  const priced: PricedPart[] = []
  let left = leftMinor
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
    priced.push({ lineId, quantity: back.places, fees: back.fees, amountMinor })
  }
  const amountMinor = priced.reduce((total, part) => total + part.amountMinor, 0)
  return { kind: 'refund', amountMinor, parts: priced }
}

/** How many places of a line go back, and the fees of how many. */
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

/** Everything that is left to give back: all places, or with `only` the fees of all. */
export function allParts(lines: readonly RefundableLine[], fees: FeesOfRefund): RefundPart[] {
  return lines
    .filter(({ kind }) => kind === 'ticket')
    .map(line => ({
      lineId: line.id,
      quantity: line.quantity - (fees === 'only' ? line.refundedFees : line.refundedQuantity),
    }))
    .filter(({ quantity }) => quantity > 0)
}

type Stretch = { before: number; more: number; of: number; step: number }

/** What `more` places of a line are worth when so many have gone before. */
function worthOf(minor: number, { before, more, of, step }: Stretch): number {
  const upTo = (places: number) =>
    places >= of ? minor : cut(Number((BigInt(minor) * BigInt(places)) / BigInt(of)), step)
  return upTo(before + more) - upTo(before)
}

const cut = (minor: number, step: number) => minor - (minor % step)

/** What a ticket line really cost: its places and their fees, both less their share of the discount. */
export type NetOfLine = { ticketMinor: number; feeMinor: number }

/**
 * What each ticket line really cost. All together sum to the order's total, and each is something the gateway can move.
 */
export function netOfTicketLines(
  lines: readonly RefundableLine[],
  step: number,
): Map<number, NetOfLine> {
  const tickets = lines.filter(({ kind }) => kind === 'ticket')
  const fees = feesOf(tickets, lines)
  const grossOf = (line: RefundableLine) => line.totalMinor + (fees.get(line.id) ?? 0)
  const whole = sum(tickets.map(grossOf))
  const total = sum(lines.map(({ totalMinor }) => totalMinor))
  const nets = new Map<number, NetOfLine>()
  let passed = 0
  let given = 0
  for (const line of tickets) {
    const gross = grossOf(line)
    passed += gross
    // Free lines cost nothing, wherever they stand.
    const upToHere =
      gross === 0 ? given : passed === whole ? total : cut(part(total, passed, whole), step)
    const net = upToHere - given
    given = upToHere
    const feeMinor = gross === 0 ? 0 : cut(part(net, fees.get(line.id) ?? 0, gross), step)
    nets.set(line.id, { ticketMinor: net - feeMinor, feeMinor })
  }
  return nets
}

/** `of` out of `whole` parts of an amount, cut off. */
const part = (minor: number, of: number, whole: number) =>
  Number((BigInt(minor) * BigInt(of)) / BigInt(whole))

/** Fees belong to the ticket they were charged for; of several lines of one ticket, to the first. */
function feesOf(tickets: readonly RefundableLine[], lines: readonly RefundableLine[]) {
  const fees = new Map<number, number>()
  for (const fee of lines.filter(({ kind, ticketId }) => kind === 'fee' && ticketId !== null)) {
    const owner = tickets.find(({ ticketId }) => ticketId === fee.ticketId)
    if (owner) fees.set(owner.id, (fees.get(owner.id) ?? 0) + fee.totalMinor)
  }
  return fees
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, minor) => total + minor, 0)
