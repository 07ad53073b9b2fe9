import { stepOf } from '../payments/amounts.ts'
import { isRounding } from '../orders/record/rules.ts'
import { netOfTicketLines } from '../orders/settling/rules.ts'
import {
  type BookedLine,
  type Cause,
  causesOf,
  type DisputeRow,
  type Method,
  methodOf,
  type Moment,
  type MoveRow,
  type OrderRecord,
  type RefundRow,
} from './causes.ts'
import { type EntryKind, isOwed } from './entry-kinds.ts'
import { openTaxes, type Taxed, type TaxSheet } from './tax-of-entries.ts'
import { type EventId, openSheet, type Shares, type Sheet, shared, sumOf } from './sheet.ts'

/** An entry of the books. Amounts are minor units of `currency`; what is given back is negative. */
export type Entry = Taxed & {
  at: Moment
  eventId: EventId
  orderId: number
  lineId: number | null
  kind: EntryKind
  method: Method
  amountMinor: number
  currency: string
  causeKind: Cause['kind']
  causeId: number
  n: number
}

/** All entries of an order, by cause. The same rows always give the same entries. */
export function entriesOfOrder(order: OrderRecord): Entry[] {
  const sheets = { soFar: openSheet<Drafted>(), taxes: openTaxes(order) }
  return causesOf(order).flatMap(cause => entriesOf(cause, order, sheets))
}

type Drafted = Pick<Entry, 'kind' | 'eventId' | 'amountMinor'> & { lineId?: number }

type Sheets = { soFar: Sheet<Drafted>; taxes: TaxSheet }

/** The entries of one cause, given the sheets after all causes before it; they are added to the sheets. */
function entriesOf(cause: Cause, order: OrderRecord, { soFar, taxes }: Sheets): Entry[] {
  const drafts = draftsOf(cause, order, soFar).filter(({ amountMinor }) => amountMinor !== 0)
  const method = order.payments[0]?.method ?? methodOf(order)
  // What went back in cash or by hand is at the provider as before.
  const isElsewhere = cause.kind === 'refund' && cause.row.method !== 'paid'
  for (const draft of drafts) {
    soFar.add(isOwed(draft.kind) ? 'owed' : 'paid', draft)
    if (!isOwed(draft.kind) && !isElsewhere) soFar.add('provider', draft)
  }
  return taxes.split(cause, drafts).map(({ lineId = null, ...draft }, n) => ({
    ...draft,
    lineId,
    at: cause.at,
    orderId: order.id,
    method: methodOfCause(cause) ?? method,
    currency: order.currency,
    causeKind: cause.kind,
    causeId: cause.id,
    n,
  }))
}

/** What came in and went back in another way than the order was paid. */
function methodOfCause(cause: Cause): Method | undefined {
  if (cause.kind === 'payment') return cause.row.method
  if (cause.kind !== 'refund' || cause.row.method === 'paid') return undefined
  return cause.row.method === 'cash' ? 'cash' : 'none'
}

function draftsOf(cause: Cause, order: OrderRecord, soFar: Sheet<Drafted>): Drafted[] {
  switch (cause.kind) {
    case 'order':
      return saleOf(order)
    case 'payment':
      return spread('payment', shared(cause.row.amount_minor, netsOf(order)))
    case 'refund': {
      const drafts = refundOf(cause.row, order, soFar)
      soFar.remember(`refund ${cause.id}`, drafts)
      return drafts
    }
    case 'bounce':
      return soFar.recall(`refund ${cause.id}`).map(reversed)
    case 'dispute':
      return disputeOf(cause.row, soFar)
    case 'move':
      return moveOf(cause.row)
    default:
      return cause satisfies never
  }
}

const reversed = (draft: Drafted): Drafted => ({ ...draft, amountMinor: -draft.amountMinor })

const spread = (kind: EntryKind, shares: Shares, sign = 1): Drafted[] =>
  [...shares].map(([eventId, minor]) => ({ kind, eventId, amountMinor: sign * minor }))

/** Lines as they were sold. A coupon and the rounding of the total are shared by the events as a refund would share them. */
function saleOf(order: OrderRecord): Drafted[] {
  const nets = netsOf(order)
  const places = order.lines.filter(({ kind }) => kind === 'ticket')
  const sold = order.lines.flatMap(line => {
    if (line.kind === 'coupon' || isRounding(line)) return []
    const own = places.find(({ ticket_id: ticket }) => ticket === line.ticket_id)
    const eventId = line.event_id ?? own?.event_id ?? order.event_id
    const kind = line.kind === 'ticket' ? ('sale' as const) : ('fee' as const)
    return [{ kind, eventId, lineId: line.id, amountMinor: line.total_minor }]
  })
  const taken = new Map(nets)
  for (const { eventId, amountMinor } of sold) {
    taken.set(eventId, (taken.get(eventId) ?? 0) - amountMinor)
  }
  const coupon = order.lines.find(line => line.kind === 'coupon' && !isRounding(line))
  const rounding = order.lines.find(isRounding)
  if (!coupon) return [...sold, ...named('rounding', rounding, taken)]
  // The rounding is a cent or so, and stands at one event, where there is a coupon too.
  const [largest = null] = [...nets].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const minor = rounding?.total_minor ?? 0
  const rest = new Map(taken)
  if (minor !== 0) rest.set(largest, (rest.get(largest) ?? 0) - minor)
  return [
    ...sold,
    ...named('discount', coupon, rest),
    ...named('rounding', rounding, new Map([[largest, minor]])),
  ]
}

const named = (kind: EntryKind, line: BookedLine | undefined, shares: Shares): Drafted[] =>
  spread(kind, shares).map(draft => ({ ...draft, ...(line && { lineId: line.id }) }))

/** What each event has of an order's total. */
function netsOf(order: OrderRecord): Shares {
  const lines = order.lines.map(line => ({
    id: line.id,
    kind: line.kind,
    ticketId: line.ticket_id,
    quantity: line.quantity,
    refundedQuantity: 0,
    refundedFees: 0,
    totalMinor: line.total_minor,
    ...(line.takes_discount === false && { takesDiscount: false }),
  }))
  const nets = netOfTicketLines(lines, stepOf(order.gateway, order.currency))
  const shares = new Map<EventId, number>()
  for (const line of order.lines) {
    const net = nets.get(line.id)
    if (!net) continue
    const eventId = line.event_id ?? order.event_id
    shares.set(eventId, (shares.get(eventId) ?? 0) + net.ticketMinor + net.feeMinor)
  }
  return shares.size === 0 ? new Map([[order.event_id, 0]]) : shares
}

/**
 * Money that went back. What is named by lines is of their events, as far as these are still charged; the rest is shared by what
 * each event still has. The order is charged less by as much, unless nothing is charged any more: the money of an order
 * without places was never owed.
 */
function refundOf(
  { amount_minor: amount, parts, of_move: ofMove }: RefundRow,
  order: OrderRecord,
  soFar: Sheet<Drafted>,
) {
  const eventOf = (lineId: number) =>
    order.lines.find(({ id }) => id === lineId)?.event_id ??
    order.moves.find(({ to_line_id: line }) => line === lineId)?.event_id ??
    order.event_id
  const owed = new Map(soFar.left('owed'))
  const left = new Map(soFar.left('paid'))
  const take = (from: Map<EventId, number>, eventId: EventId, minor: number) =>
    from.set(eventId, (from.get(eventId) ?? 0) - minor)
  const named = parts.map(({ lineId, amountMinor }) => {
    const eventId = eventOf(lineId)
    // What was given back before without a line was shared by the events; a line that goes back whole takes from the others what it lacks.
    const most = ofMove ? amountMinor : Math.max(0, owed.get(eventId) ?? 0)
    const minor = Math.min(amountMinor, most)
    take(owed, eventId, minor)
    take(left, eventId, minor)
    return { lineId, eventId, minor }
  })
  const others = shared(amount - sumOf(named.map(({ minor }) => minor)), left)
  const unnamed = [...others].map(([eventId, minor]) => {
    const back = Math.min(minor, Math.max(0, owed.get(eventId) ?? 0))
    return { lineId: undefined, eventId, minor: back }
  })
  const returns = [...named, ...unnamed].map(
    ({ lineId, eventId, minor }): Drafted => ({
      kind: 'return',
      eventId,
      amountMinor: -minor,
      ...(lineId !== undefined && { lineId }),
    }),
  )
  const money = new Map(others)
  for (const { eventId, minor } of named) money.set(eventId, (money.get(eventId) ?? 0) + minor)
  return [...(ofMove ? [] : returns), ...spread('refund', money, -1)]
}

/**
 * A moved place returns from its line and is sold by the new one. What of the difference nobody gives back stays charged as
 * a fee; what a dearer place costs more than was paid is a discount (contract.md 31.5).
 */
function moveOf(row: MoveRow): Drafted[] {
  const { event_id: eventId, before_minor: before, price_minor: price, back_minor: back } = row
  const kept = before - price - back
  const [from, to] = [
    { eventId, lineId: row.from_line_id },
    { eventId, lineId: row.to_line_id },
  ]
  return [
    { ...from, kind: 'return', amountMinor: -before },
    { ...to, kind: 'sale', amountMinor: price },
    { ...to, kind: kept > 0 ? 'fee' : 'discount', amountMinor: kept },
  ]
}

const positive = (shares: Shares): Shares => new Map([...shares].filter(([, minor]) => minor > 0))

/**
 * A dispute takes all that the provider still holds, because its own amount is not told; when it is won, as much is back. An
 * order that ended with a lost one is charged nothing any more.
 */
function disputeOf(
  { dispute, state, reversed: ended }: DisputeRow,
  soFar: Sheet<Drafted>,
): Drafted[] {
  const name = `dispute ${dispute}`
  const taken = soFar.recall(name)
  if (state === 'inquiry') return []
  if (state === 'won') {
    soFar.remember(name, [])
    return taken.map(reversed)
  }
  const drafts = taken.length > 0 ? [] : spread('dispute', positive(soFar.left('provider')), -1)
  if (drafts.length > 0) soFar.remember(name, drafts)
  return ended ? [...drafts, ...spread('return', positive(soFar.left('owed')), -1)] : drafts
}
