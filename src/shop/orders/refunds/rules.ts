/** A line of an order as far as giving it back is concerned; money in minor units. */
export type RefundableLine = {
  id: number
  kind: 'ticket' | 'fee' | 'coupon'
  ticketId: number | null
  quantity: number
  refundedQuantity: number
  /** Negative for a coupon. */
  totalMinor: number
}

/** So many places of a ticket line. */
export type RefundPart = { lineId: number; quantity: number }

/** The same with what they are worth: their price and fees, less their share of the coupon. */
export type PricedPart = RefundPart & { amountMinor: number }

export type RefundPlan =
  | { kind: 'refund'; amountMinor: number; parts: PricedPart[] }
  | { kind: 'refused'; because: 'unknown_line' | 'more_than_bought' }

/**
 * What giving back some places is worth: their price and fees, less their share of the coupon. Shares are cut along
 * the running total of the line, so that giving back a line in any number of steps gives back exactly the line, and
 * giving back all lines exactly the order's total.
 */
export function planRefund(
  lines: readonly RefundableLine[],
  parts: readonly RefundPart[],
): RefundPlan {
  const wanted = new Map<number, number>()
  for (const { lineId, quantity } of parts) {
    wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity)
  }
  const nets = netOfTicketLines(lines)
  const priced: PricedPart[] = []
  for (const [lineId, quantity] of wanted) {
    const line = lines.find(({ id, kind }) => id === lineId && kind === 'ticket')
    if (!line) return { kind: 'refused', because: 'unknown_line' }
    const after = line.refundedQuantity + quantity
    if (after > line.quantity) return { kind: 'refused', because: 'more_than_bought' }
    const net = nets.get(lineId) ?? 0
    const amountMinor =
      share(net, after, line.quantity) - share(net, line.refundedQuantity, line.quantity)
    priced.push({ lineId, quantity, amountMinor })
  }
  const amountMinor = priced.reduce((total, part) => total + part.amountMinor, 0)
  return { kind: 'refund', amountMinor, parts: priced }
}

/** `of` out of `whole` parts of an amount, cut off. */
function share(minor: number, of: number, whole: number): number {
  return Number((BigInt(minor) * BigInt(of)) / BigInt(whole))
}

/** What each ticket line really cost: price and fees less its share of the discount. They sum to the order's total. */
export function netOfTicketLines(lines: readonly RefundableLine[]): Map<number, number> {
  const tickets = lines.filter(({ kind }) => kind === 'ticket')
  const discount = -sum(lines.filter(({ kind }) => kind === 'coupon'))
  const gross = grossOf(tickets, lines)
  const whole = [...gross.values()].reduce((total, minor) => total + minor, 0)
  const nets = new Map<number, number>()
  let passed = 0
  let taken = 0
  for (const { id } of tickets) {
    const own = gross.get(id) ?? 0
    passed += own
    const upToHere = whole === 0 ? 0 : share(discount, passed, whole)
    nets.set(id, own - (upToHere - taken))
    taken = upToHere
  }
  return nets
}

/** Fees belong to the ticket they were charged for; of several lines of one ticket, to the first. */
function grossOf(tickets: readonly RefundableLine[], lines: readonly RefundableLine[]) {
  const gross = new Map(tickets.map(line => [line.id, line.totalMinor]))
  for (const fee of lines.filter(({ kind }) => kind === 'fee')) {
    const owner = tickets.find(({ ticketId }) => ticketId === fee.ticketId) ?? tickets[0]
    if (owner) gross.set(owner.id, (gross.get(owner.id) ?? 0) + fee.totalMinor)
  }
  return gross
}

const sum = (lines: readonly RefundableLine[]) =>
  lines.reduce((total, { totalMinor }) => total + totalMinor, 0)
