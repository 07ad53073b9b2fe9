import type { OfferedChoice, RefundChoice } from '../choices/rules.ts'
import { grouped } from '../../../core/grouped.ts'
import { exactDecimal, percentHundredths } from '../../../core/money.ts'
import {
  type FeesOfRefund,
  planRefund,
  type RefundableLine,
  type RefundPart,
} from '../../../shop/orders/settling/rules.ts'

export const gives = ['all', 'without_fees', 'keep_fixed', 'keep_percent', 'nothing'] as const
/** What is given back to whom, as it was asked for. */
export type RefundsWish = {
  event: number
  /** Only places of these tickets of the event. */
  tickets?: readonly number[] | undefined
  whom: 'paid' | 'unpaid'
  give: (typeof gives)[number]
  /** With `keep_fixed` what is kept of each place, with `keep_percent` of each hundred. A decimal. */
  keep?: string | undefined
  how: 'paid' | 'by_hand'
  checked_in: 'skip' | 'include'
  reason: string
  message: string
  /** Buyers choose until the end of this day on the clock of the event; `otherwise` counts for those who do not. */
  choice?: { until: string; otherwise: RefundChoice } | undefined
}

/** What a run needs of an order to give back exactly what was planned. */
export type RefundDetail = {
  places: number
  parts?: readonly RefundPart[]
  /** In place of parts, where some places stay because somebody came in with them. */
  attendees?: readonly number[]
  fees: FeesOfRefund
  amountMinor?: number
  /** What the buyer is asked before. */
  choice?: OfferedChoice
}

/** An order as the rule needs it. Money in minor units. */
export type JudgedOrder = {
  gateway: string
  currency: string
  paidMinor: number
  leftMinor: number
  completedAt: Date | null
  isDisputed: boolean
  /** Whether the account that was paid is connected. */
  isReachable: boolean
  lines: readonly RefundableLine[]
  eventOf: ReadonlyMap<number, number>
  /** Attendees whose places a refund in progress ends. */
  named: ReadonlySet<number>
  places: readonly {
    id: number
    event_id: number
    order_line_id: number | null
    checked_in: boolean
  }[]
  /** The least that the gateway moves. */
  step: number
}

export type Judgement = {
  action: 'do' | 'by_hand' | 'skip'
  reason: string | null
  amountMinor: number
  detail: RefundDetail
}

/**
 * What a run goes on from: that the event is called off, or that it is not while buyers may keep their tickets for its new date. Any
 * other run may go on whatever becomes of the event.
 */
export function premiseOf(
  happening: string,
  { choice }: Pick<RefundsWish, 'choice'>,
): string | undefined {
  if (happening === 'cancelled') return 'called off'
  return choice && 'not called off'
}

/** The days within which the wallet takes refunds. */
const walletDays = 180

/** What becomes of an order; undefined when it has no place that the plan is of. */
export function judgeOrder(
  order: JudgedOrder,
  wish: RefundsWish,
  now: Date,
): Judgement | undefined {
  const isWished = ({ id, kind, ticketId }: RefundableLine) =>
    kind === 'ticket' &&
    order.eventOf.get(id) === wish.event &&
    (wish.tickets === undefined || (ticketId !== null && wish.tickets.includes(ticketId)))
  const lines = order.lines.filter(isWished)
  const all = lines
    .map(line => ({ lineId: line.id, quantity: line.quantity - line.refundedQuantity }))
    .filter(({ quantity }) => quantity > 0)
  if (all.length === 0) return undefined
  const ids = new Set(lines.map(({ id }) => id))
  const places = order.places.filter(
    ({ id, order_line_id: line }) => line !== null && ids.has(line) && !order.named.has(id),
  )
  const inside = places.filter(({ checked_in }) => checked_in)
  const leavesSome = wish.checked_in === 'skip' && inside.length > 0
  const leaving = leavesSome ? places.filter(({ checked_in }) => !checked_in) : places
  const isAllInside = leavesSome && leaving.length === 0
  const parts = leavesSome && !isAllInside ? partsOf(leaving) : all
  const planned = price(order, wish, parts)
  const detail: RefundDetail = {
    places: parts.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(leavesSome ? { attendees: leaving.map(({ id }) => id) } : { parts }),
    ...planned.terms,
  }
  const { amountMinor } = planned
  return { amountMinor, detail, ...fateOf(order, wish, { amountMinor, isAllInside, now }) }
}

function partsOf(places: JudgedOrder['places']): RefundPart[] {
  const byLine = grouped(places, ({ order_line_id: line }) => line ?? 0)
  return [...byLine].map(([lineId, own]) => ({ lineId, quantity: own.length }))
}

/** What these places give back, and how a refund is told so. */
function price(order: JudgedOrder, wish: RefundsWish, parts: readonly RefundPart[]) {
  const fees: FeesOfRefund = wish.give === 'without_fees' ? 'keep' : 'refund'
  const { leftMinor, step } = order
  const planned = planRefund(order.lines, parts, { fees, endsPlaces: true, leftMinor, step })
  const worth = planned.kind === 'refund' ? planned.amountMinor : 0
  if (wish.give === 'all' || wish.give === 'without_fees')
    return { amountMinor: worth, terms: { fees } }
  const places = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  const back = Math.max(0, worth - keptOf(wish, { worth, places, currency: order.currency }))
  // What the gateway cannot move exactly is rounded for the buyer.
  const amountMinor = Math.min(worth, back + ((step - (back % step)) % step))
  return { amountMinor, terms: { fees, amountMinor } }
}

/** What is kept of so many places, in minor units; rounded down, for the buyer. */
export function keptOf(
  { give, keep = '0' }: Pick<RefundsWish, 'give' | 'keep'>,
  { worth, places, currency }: { worth: number; places: number; currency: string },
): number {
  if (give === 'nothing') return worth
  if (give === 'keep_fixed') return (exactDecimal(keep, currency)?.minor ?? 0) * places
  if (give !== 'keep_percent') return 0
  return Number((BigInt(worth) * BigInt(percentHundredths(keep) ?? 0)) / 10_000n)
}

type Fate = Pick<Judgement, 'action' | 'reason'>

type Priced = { amountMinor: number; isAllInside: boolean; now: Date }

function fateOf(order: JudgedOrder, wish: RefundsWish, priced: Priced): Fate {
  const out = whyLeftOut(order, wish, priced)
  if (out !== undefined) return { action: 'skip', reason: out }
  if (priced.amountMinor === 0) return { action: 'do', reason: null }
  const byHand = wish.how === 'by_hand' ? 'wished' : whyByHand(order, priced.now)
  return byHand === undefined
    ? { action: 'do', reason: null }
    : { action: 'by_hand', reason: byHand }
}

function whyLeftOut(
  { isDisputed, paidMinor, leftMinor, currency }: JudgedOrder,
  { give, keep }: RefundsWish,
  { amountMinor, isAllInside }: Priced,
): string | undefined {
  if (isAllInside) return 'checked_in'
  if (isDisputed) return 'dispute'
  if (give === 'nothing') return undefined
  if (paidMinor === 0) return 'free'
  if (leftMinor <= 0) return 'nothing_left'
  // It was said in the currency of the site; of an order in one with fewer decimals nothing would be kept.
  if (give === 'keep_fixed' && !exactDecimal(keep, currency)) return 'keep_not_exact'
  const keeps = give === 'keep_fixed' || give === 'keep_percent'
  return amountMinor === 0 && !keeps ? 'free' : undefined
}

function whyByHand(
  { gateway, isReachable, completedAt }: JudgedOrder,
  now: Date,
): string | undefined {
  if (gateway === 'staff' || gateway === 'external') return 'paid_elsewhere'
  if (!isReachable) return 'account_gone'
  const days = completedAt ? (now.getTime() - completedAt.getTime()) / 86_400_000 : 0
  return gateway === 'wallet' && days > walletDays ? 'too_old' : undefined
}

type RefusalFacts = {
  status?: number | undefined
  code?: string | undefined
  text?: string | undefined
}

/** The class of what stood in the way of a refund, by what the provider or we said. */
export function classOf({ status, code, text }: RefusalFacts): string {
  const words = `${code ?? ''} ${text ?? ''}`.toLowerCase()
  const isEmpty = /balance|insufficient|funds/.test(words)
  return status === 402 || isEmpty ? 'balance_empty' : 'provider_refused'
}

type UnpaidOrder = Pick<JudgedOrder, 'lines' | 'eventOf' | 'places'>

/**
 * What becomes of an order that nobody paid yet; undefined when it has no place that the plan is of. It is given up as a whole, so it must
 * have no place of another event, or of a ticket that was not named. Nor is one with which somebody came in: it is owed.
 */
export function judgeUnpaid(
  { lines, eventOf, places }: UnpaidOrder,
  { event, tickets, checked_in: checkedIn }: RefundsWish,
): Fate | undefined {
  const sold = lines.filter(({ kind }) => kind === 'ticket')
  const isWished = ({ ticketId }: RefundableLine) =>
    tickets === undefined || (ticketId !== null && tickets.includes(ticketId))
  if (tickets !== undefined && !sold.some(isWished)) return undefined
  const leftOut = (reason: string): Fate => ({ action: 'skip', reason })
  if ([...eventOf.values()].some(of => of !== event)) return leftOut('other_event')
  if (!sold.every(isWished)) return leftOut('other_ticket')
  const isOwed = places.some(({ checked_in: isIn }) => isIn)
  if (isOwed && checkedIn === 'skip') return leftOut('came_in')
  return { action: 'do', reason: null }
}
