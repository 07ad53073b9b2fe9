import { endOfDay, toInstant } from '../../../core/local-time.ts'
import type { OfferedChoice } from '../choices/rules.ts'
import { can, type Caller } from '../../../core/caller.ts'
import { failParams } from '../../../core/errors.ts'
import { findEventSummary } from './lookup.ts'
import { stepOf } from '../../../shop/payments/amounts.ts'
import {
  ordersOfEvent,
  type SurveyedOrder,
  surveyOrders,
} from '../../../shop/orders/settling/lookup.survey.ts'
import type { Deps } from '../../deps.ts'
import type { Draft } from '../record/kinds.ts'
import type { DraftRow } from '../record/rules.ts'
import {
  type JudgedOrder,
  judgeOrder,
  judgeUnpaid,
  type Judgement,
  premiseOf,
  type RefundsWish,
} from './rules.ts'

const ordersAtOnce = 200

/**
 * What would be given back of the orders of an event. Reads without locks, a few hundred orders at a time; writes nothing. Fails with
 * 400 for an event that is not there, or not the caller's.
 */
export async function planRefunds(deps: Deps, wish: RefundsWish, caller: Caller): Promise<Draft> {
  const event = await findEventSummary(deps.db, wish.event)
  if (!event || !can(caller, 'orders.refund', wish.event)) {
    return failParams({ event: { message: 'must be the id of an event at which you may refund.' } })
  }
  const offer = wish.choice && offerOf(wish.choice, event, deps.clock.now())
  const rows: DraftRow[] = []
  let over = 0
  const unpaid = wish.whom === 'unpaid'
  for (let after = 0; ; ) {
    const ids = await ordersOfEvent(deps.db, wish.event, { unpaid, after, limit: ordersAtOnce })
    for (const surveyed of await surveyOrders(deps.db, ids)) {
      const row = unpaid ? unpaidRow(surveyed, wish) : paidRow(deps, surveyed, { wish, offer })
      if (!row) continue
      rows.push(row)
      if (new Set(surveyed.eventOf.values()).size > 1) over += 1
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < ordersAtOnce) break
    after = last
  }
  return {
    eventId: wish.event,
    rows,
    basis: [event.happening],
    premise: premiseOf(event.happening, wish),
    warnings: warningsOf({ happening: event.happening, over }),
  }
}

type EventSummary = { happening: string; timezone: string }

/** The choice of the buyers. Fails with 400 for a day that is over, and for tickets kept for a date that will never come. */
function offerOf(
  { until, otherwise }: NonNullable<RefundsWish['choice']>,
  { happening, timezone }: EventSummary,
  now: Date,
): OfferedChoice {
  const mayKeep = happening !== 'cancelled'
  const end = toInstant(endOfDay(`${until} 00:00:00`), timezone)
  if (end <= now) failParams({ choice_until: { message: 'must be a day that is not over.' } })
  if (otherwise === 'keep' && !mayKeep) {
    failParams({ otherwise: { message: 'keep needs a new date: the event is called off.' } })
  }
  return { until: end.toISOString(), otherwise, mayKeep, zone: timezone }
}

/** What becomes of one order now, as a plan would have it; undefined where it would have no row. */
export async function judgeNow(
  deps: Deps,
  orderId: number,
  wish: RefundsWish,
): Promise<Judgement | undefined> {
  const [surveyed] = await surveyOrders(deps.db, [orderId])
  return surveyed && judge(deps, surveyed, wish)
}

function judge(
  { gateways, clock }: Pick<Deps, 'gateways' | 'clock'>,
  surveyed: SurveyedOrder,
  wish: RefundsWish,
): Judgement | undefined {
  const { order } = surveyed
  if (order.status !== 'completed') return undefined
  const judged: JudgedOrder = {
    ...surveyed,
    gateway: order.gateway,
    currency: order.currency,
    paidMinor: order.paid_minor,
    completedAt: order.completed_at,
    isReachable: gateways.find(order.gateway, order.gateway_order_id ?? '')?.refund !== undefined,
    step: stepOf(order.gateway, order.currency),
  }
  return judgeOrder(judged, wish, clock.now())
}

function paidRow(
  deps: Pick<Deps, 'gateways' | 'clock'>,
  surveyed: SurveyedOrder,
  { wish, offer }: { wish: RefundsWish; offer: OfferedChoice | undefined },
): DraftRow | undefined {
  const { order } = surveyed
  const judgement = judge(deps, surveyed, wish)
  if (!judgement) return undefined
  const { action, reason, amountMinor, detail } = judgement
  return {
    subjectId: order.id,
    action,
    reason,
    amountMinor,
    currency: order.currency,
    method: action === 'by_hand' ? 'by_hand' : order.gateway,
    count: detail.places,
    // Of what nothing goes back, nothing can be chosen.
    detail: action === 'do' && amountMinor > 0 && offer ? { ...detail, choice: offer } : detail,
  }
}

function unpaidRow(surveyed: SurveyedOrder, wish: RefundsWish): DraftRow | undefined {
  const fate = judgeUnpaid(surveyed, wish)
  if (!fate) return undefined
  const { order, lines } = surveyed
  const places = lines
    .filter(({ kind }) => kind === 'ticket')
    .reduce((sum, line) => sum + line.quantity, 0)
  return {
    subjectId: order.id,
    ...fate,
    amountMinor: 0,
    currency: order.currency,
    method: order.gateway,
    count: places,
    detail: { places, cancel: true },
  }
}

/** Why an order that nobody paid is left out by now that was to be given up; undefined where it still is. */
export async function whyKept(
  { db }: Pick<Deps, 'db'>,
  orderId: number,
  wish: RefundsWish,
): Promise<string | undefined> {
  const [surveyed] = await surveyOrders(db, [orderId])
  return (surveyed && judgeUnpaid(surveyed, wish)?.reason) ?? undefined
}

function warningsOf({ happening, over }: { happening: string; over: number }) {
  return [
    ...(happening === 'scheduled'
      ? [
          'The event takes place: it is neither called off nor postponed, and its tickets may still be sold.',
        ]
      : []),
    ...(happening === 'postponed'
      ? [
          'The event is postponed: its tickets stay valid. Ask buyers first, unless all of them shall get their money.',
        ]
      : []),
    ...(over > 0 ? [`${over} of the orders have places of other events too, which stay.`] : []),
  ]
}
