import { fail } from '../../../core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { validPlaces } from '../../../ticketing/attendees/lookup.valid.ts'
import { stepOf } from '../../payments/amounts.ts'
import type { OrderRow } from '../record/lookup.ts'
import { isFailed } from '../record/rules.ts'
import {
  allParts,
  type FeesOfRefund,
  type PricedPart,
  planRefund,
  type RefundPart,
  type RefundPlan,
} from './rules.ts'
import { moneyLeft, refundableLines } from './refundable-lines.ts'
import { listDisputes } from './store.ts'

/** How places are given back. `amountMinor`: instead of what they cost, in minor units; 0 keeps their money. */
type OfPlaces = { fees: FeesOfRefund; endsPlaces: boolean; amountMinor?: number | undefined }

/** What to refund: places by their lines or attendees, everything left, or an amount (minor units) without places. */
export type RefundWanted =
  | ({ kind: 'lines'; parts: readonly RefundPart[] } & OfPlaces)
  | ({ kind: 'attendees'; ids: readonly number[] } & OfPlaces)
  | { kind: 'whole'; fees: FeesOfRefund; endsPlaces: boolean }
  | { kind: 'amount'; amountMinor: number }

/** What a refund of a locked order would give back. Money in minor units. */
export type PlannedRefund = {
  amountMinor: number
  /** What of the payment is not given back or promised yet, before this refund. */
  leftMinor: number
  parts: readonly PricedPart[]
  /** Whose places end, where they are named. */
  attendeeIds?: readonly number[] | undefined
}

/**
 * What is given back of a locked order. Fails with `order-move-not-allowed` and `refund-not-possible`, and changes
 * nothing.
 */
export async function planOf(
  tx: Tx,
  order: OrderRow,
  wanted: RefundWanted,
): Promise<PlannedRefund> {
  const isOpenTo =
    order.status === 'completed' || (!isOfPlaces(wanted) && (await mayHaveMoneyLeft(tx, order)))
  if (!isOpenTo) fail('order-move-not-allowed', { message: `The order is ${order.status}.` })
  const leftMinor = await moneyLeft(tx, order)
  const { amountMinor, parts, attendeeIds } = await plan(tx, order, { wanted, leftMinor })
  if (amountMinor > leftMinor) fail('refund-not-possible')
  if (amountMinor === 0 && !parts.some(({ quantity }) => quantity > 0)) {
    fail('refund-not-possible', {
      message: 'This refund would be of 0, and gives no place back.',
    })
  }
  return { amountMinor, leftMinor, parts, attendeeIds }
}

/** Whether a refund is of places or of their fees, which an order that has ended does not have. */
const isOfPlaces = (wanted: RefundWanted) =>
  wanted.kind === 'lines' ||
  wanted.kind === 'attendees' ||
  (wanted.kind === 'whole' && wanted.fees !== 'refund')

/**
 * Money left after an order ended can be refunded without places: its refund bounced, or a dispute was won after it had
 * been lost.
 */
async function mayHaveMoneyLeft(tx: Tx, { id, status, paid_minor: paid }: OrderRow) {
  if (paid === 0) return false
  if (status !== 'reversed') return isFailed(status) || status === 'refunded'
  const states = [...(await listDisputes(tx, id)).values()]
  return states.every(state => state === 'won')
}

type Planning = { wanted: RefundWanted; leftMinor: number }
type Plan = Omit<PlannedRefund, 'leftMinor'>

async function plan(tx: Tx, order: OrderRow, { wanted, leftMinor }: Planning): Promise<Plan> {
  if (wanted.kind === 'amount') return { amountMinor: wanted.amountMinor, parts: [] }
  const all = wanted.kind === 'whole' && wanted.fees === 'refund'
  const isMoneyAlone = order.status !== 'completed' || !wanted.endsPlaces
  if (all && isMoneyAlone) return { amountMinor: leftMinor, parts: [] }
  const { lines, named } = await refundableLines(tx, order.id)
  const chosen =
    wanted.kind === 'whole'
      ? { parts: allParts(lines, wanted.fees) }
      : await partsOf(tx, order, { wanted, named })
  const planned = planRefund(lines, chosen.parts, {
    ...wanted,
    leftMinor,
    step: stepOf(order.gateway, order.currency),
  })
  if (planned.kind === 'refused') return refuse(planned)
  return {
    ...planned,
    ...(all && { amountMinor: leftMinor }),
    ...('ids' in chosen && { attendeeIds: chosen.ids }),
  }
}

type OfLines = Extract<RefundWanted, { kind: 'lines' | 'attendees' }>

/** The lines to refund and how many places of each. An attendee is one place of a line; without a valid one the refund fails. */
async function partsOf(
  tx: Tx,
  { id }: OrderRow,
  { wanted, named }: { wanted: OfLines; named: ReadonlySet<number> },
): Promise<{ parts: readonly RefundPart[]; ids?: readonly number[] }> {
  if (wanted.kind === 'lines') return wanted
  const ids = [...new Set(wanted.ids)]
  const places = new Map((await validPlaces(tx, id)).map(place => [place.id, place]))
  const parts = ids.map(attendee => {
    const lineId = places.get(attendee)?.order_line_id ?? null
    if (lineId === null || named.has(attendee)) {
      const message = `Attendee ${attendee} has no valid place of this order that is not being given back already.`
      return fail('refund-not-possible', { message })
    }
    return { lineId, quantity: 1 }
  })
  return { parts, ids }
}

const refusals = {
  unknown_line: 'One of the lines is not a ticket line of this order.',
  more_than_bought: 'Fewer places of this line are left than were asked for.',
  no_fees_left: 'The fees of fewer places of this line are left than were asked for.',
  more_than_cost: 'The amount is more than is left of what these places cost.',
} as const

const refuse = ({ because }: Extract<RefundPlan, { kind: 'refused' }>): never =>
  fail('refund-not-possible', { message: refusals[because] })
