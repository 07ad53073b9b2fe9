import type { EventId } from './sheet.ts'

/** Moments are microseconds since 1970, because the database counts so and a `Date` does not. */
export type Moment = number

export type Method =
  | 'card'
  | 'wallet'
  | 'sandbox'
  | 'cash'
  | 'terminal'
  | 'bank'
  | 'voucher'
  | 'none'

export type BookedLine = {
  id: number
  kind: 'ticket' | 'fee' | 'coupon'
  ticket_id: number | null
  event_id: number | null
  fee_id: number | null
  coupon_id: number | null
  quantity: number
  total_minor: number
  /** The rate that the line was sold with, in hundredths of a per cent; null without one. */
  tax_bp: number | null
  tax_code: string | null
  tax_name: string | null
  /** False for a line that a limited coupon takes nothing from (contract.md 42.3). */
  takes_discount?: boolean
}

export type RefundRow = {
  id: number
  amount_minor: number
  parts: readonly { lineId: number; amountMinor: number }[]
  done_at: Moment
  /** When the money came back; null while it has not. */
  failed_at: Moment | null
  method: 'paid' | 'cash' | 'by_hand'
  /** Whether it returns the difference of a moved place, whose charge the move has changed already. */
  of_move: boolean
}

/** A place that was moved to another ticket. Its new line is not among `lines`, which are those that were charged. */
export type MoveRow = {
  id: number
  event_id: number
  from_line_id: number
  to_line_id: number
  before_minor: number
  price_minor: number
  /** What its refund gives back; 0 without one. */
  back_minor: number
  /** The rate of its new line. */
  tax_bp: number | null
  tax_code: string | null
  tax_name: string | null
  at: Moment
}

export type PaymentRow = { id: number; method: Method; amount_minor: number; at: Moment }

/** A step of a dispute. `reversed`: with it the order ended and its places were free. */
export type DisputeRow = {
  id: number
  dispute: string
  state: 'inquiry' | 'open' | 'won' | 'lost'
  reversed: boolean
  at: Moment
}

/** An order with everything that the books are made from: rows that are written once and never changed. */
export type OrderRecord = {
  id: number
  gateway: 'card' | 'wallet' | 'sandbox' | 'free' | 'staff'
  currency: string
  event_id: EventId
  /** Null for an order that never completed: it is charged nothing. */
  completed_at: Moment | null
  lines: readonly BookedLine[]
  payments: readonly PaymentRow[]
  refunds: readonly RefundRow[]
  disputes: readonly DisputeRow[]
  moves: readonly MoveRow[]
}

/**
 * An order with the payment at its provider of which no row is written yet. An order has one such payment, and its id
 * counts for entries that are written only.
 */
export function withPayment<T extends OrderRecord & { paid_minor: number; paid_at: Moment }>(
  order: T,
): T {
  if (order.paid_minor === 0 || order.payments.length > 0) return order
  const row = { id: 0, method: methodOf(order), amount_minor: order.paid_minor, at: order.paid_at }
  return { ...order, payments: [row] }
}

/** Why there are entries. Each cause has its entries once (contract.md 32.1). */
export type Cause =
  | { kind: 'order'; id: number; at: Moment }
  | { kind: 'payment'; id: number; at: Moment; row: PaymentRow }
  | { kind: 'refund'; id: number; at: Moment; row: RefundRow }
  | { kind: 'bounce'; id: number; at: Moment }
  | { kind: 'dispute'; id: number; at: Moment; row: DisputeRow }
  | { kind: 'move'; id: number; at: Moment; row: MoveRow }

const ranks: readonly Cause['kind'][] = ['order', 'payment', 'refund', 'bounce', 'dispute', 'move']

/**
 * The causes of an order's entries, in the order in which they count. A sale and its payments come first, whatever the
 * clocks of processes said.
 */
export function causesOf(order: OrderRecord): Cause[] {
  const { id, completed_at: at, payments, refunds, disputes, moves } = order
  const first: Cause[] = [
    ...(at === null ? [] : [{ kind: 'order', id, at } as const]),
    ...payments.map(row => ({ kind: 'payment', id: row.id, at: row.at, row }) as const),
  ]
  const later: Cause[] = [
    ...refunds.map(row => ({ kind: 'refund', id: row.id, at: row.done_at, row }) as const),
    ...refunds.flatMap(({ id: refund, failed_at: back }) =>
      back === null ? [] : [{ kind: 'bounce', id: refund, at: back } as const],
    ),
    ...disputes.map(row => ({ kind: 'dispute', id: row.id, at: row.at, row }) as const),
    ...moves.map(row => ({ kind: 'move', id: row.id, at: row.at, row }) as const),
  ]
  return [...first.toSorted(earlier), ...later.toSorted(earlier)]
}

const earlier = (one: Cause, other: Cause) =>
  one.at - other.at || ranks.indexOf(one.kind) - ranks.indexOf(other.kind) || one.id - other.id

/** How an order is paid; what staff settled by hand, and what costs nothing, by no known way. */
export const methodOf = ({ gateway }: Pick<OrderRecord, 'gateway'>): Method =>
  gateway === 'free' || gateway === 'staff' ? 'none' : gateway
