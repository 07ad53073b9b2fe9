import { type Caller, holdsAtAll, isInReach, type Reach, reachOf } from '../../../core/caller.ts'
import { stepOf } from '../../payments/amounts.ts'
import { type LineRow, movedOrdinal, type OrderRow } from '../record/lookup.ts'
import { netOfTicketLines } from '../settling/rules.ts'

/** What a caller sees of the orders in reach beyond their state, their lines and the purchaser's name (contract.md 28.3). */
export type Sees = {
  /** Amounts of money. */
  money: boolean
  /** E-mail addresses. */
  contacts: boolean
  /** Links and codes that open the order and its tickets. */
  links: boolean
}

/** An order as far as the caller's grants reach. */
export type OrderPart = {
  /** The sums are those of `lines`. */
  order: OrderRow
  lines: LineRow[]
  /** Whether this is all of the order. */
  isWhole: boolean
  events: number[]
  sees: Sees
}

/** The part of an order with places of events in reach; undefined when there is none. */
export function partOf(
  order: OrderRow,
  lines: readonly LineRow[],
  caller: Caller,
): OrderPart | undefined {
  const reach = reachOf(caller, 'orders.read')
  const named = lines.filter(line => line.event_id !== null)
  const own = named.filter(line => isInReach(reach, line.event_id))
  const isWhole = reach === 'all' || (own.length > 0 && own.length === named.length)
  if (!isWhole && own.length === 0) return undefined
  const shown = isWhole ? [...lines] : own
  const events = eventsOf(shown)
  return {
    order: isWhole
      ? order
      : withSumsOf(order, { own: own.filter(isCharged), lines: lines.filter(isCharged), events }),
    lines: shown,
    isWhole,
    events,
    sees: seesAt(caller, events),
  }
}

/** Sums are those of the lines that were charged; a move leaves them as they were. */
const isCharged = ({ ordinal }: LineRow) => ordinal < movedOrdinal

export const eventsOf = (lines: readonly Pick<LineRow, 'event_id'>[]): number[] => [
  ...new Set(lines.flatMap(line => line.event_id ?? [])),
]

/** What the caller sees of something that belongs to all of these events. */
const seesAt = (caller: Caller, events: readonly number[]): Sees => ({
  money: holdsAtAll(caller, 'money.read', events),
  contacts: holdsAtAll(caller, 'contacts.read', events),
  links: holdsAtAll(caller, 'orders.write', events),
})

/** Whether all orders in a list show the same members to the caller, and which. */
export function seesInLists(caller: Caller, reach: Reach): Sees {
  return seesAt(caller, reach === 'all' ? [] : reach)
}

type Parted = { own: readonly LineRow[]; lines: readonly LineRow[]; events: readonly number[] }

/**
 * The order with the sums of these lines: places and their fees, less their share of the coupon, as a refund would
 * give it back. What was paid is shared like the total. The id at the provider, which opens the whole payment, is
 * left out.
 */
function withSumsOf(order: OrderRow, { own, lines, events }: Parted): OrderRow {
  const nets = netOfTicketLines(
    lines.map(line => ({
      id: line.id,
      kind: line.kind,
      ticketId: line.ticket_id,
      quantity: line.quantity,
      refundedQuantity: line.refunded_quantity,
      refundedFees: 0,
      totalMinor: line.total_minor,
      takesDiscount: line.takes_discount,
    })),
    stepOf(order.gateway, order.currency),
  )
  const sumOf = (kind: LineRow['kind']) => sum(own.filter(line => line.kind === kind).map(totalOf))
  const subtotal_minor = sumOf('ticket')
  const fees_minor = sumOf('fee')
  const total_minor = sum(
    own.map(({ id }) => {
      const net = nets.get(id)
      return net ? net.ticketMinor + net.feeMinor : 0
    }),
  )
  return {
    ...order,
    event_id: events.length === 1 ? (events[0] ?? null) : null,
    gateway_order_id: null,
    subtotal_minor,
    fees_minor,
    discount_minor: subtotal_minor + fees_minor - total_minor,
    total_minor,
    paid_minor:
      order.total_minor === 0
        ? 0
        : Number((BigInt(order.paid_minor) * BigInt(total_minor)) / BigInt(order.total_minor)),
    refunded_minor: sum(own.map(line => line.refunded_minor)),
  }
}

const totalOf = (line: LineRow) => line.total_minor
const sum = (amounts: readonly number[]) => amounts.reduce((total, minor) => total + minor, 0)
