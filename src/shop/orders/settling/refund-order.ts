import { AppError, fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Attempt } from '../../../platform/idempotency/run-once.ts'
import { noteMade } from '../../../platform/idempotency/store.ts'
import { userIdOf } from '../../../core/caller.ts'
import { stepOf } from '../../payments/amounts.ts'
import { listLines, type OrderRow } from '../record/lookup.ts'
import { isFailed } from '../record/rules.ts'
import { lockOrder } from '../record/store.ts'
import {
  allParts,
  type FeesOfRefund,
  type PricedPart,
  planRefund,
  type RefundPart,
  type RefundPlan,
} from './rules.ts'
import { demandRefundLimit, type Refunder } from './demand-limit.ts'
import { accountIsGone, sendRefund } from './send-refund.ts'
import { settleFreeRefund } from './settle-refunds.ts'
import { findRefund, insertRefund, listDisputes, lockRefunds, promisedRefunds } from './store.ts'

/** What to refund: places by their lines, everything left, or an amount (minor units) without ending places. */
export type RefundWanted =
  | { kind: 'lines'; parts: readonly RefundPart[]; fees: FeesOfRefund }
  | { kind: 'whole'; fees: FeesOfRefund }
  | { kind: 'amount'; amountMinor: number }

export type { Refunder }

export type RefundOrder = {
  orderId: number
  wanted: RefundWanted
  reason: string
  by: Refunder
  /** The request's idempotency key. */
  attempt?: Attempt | undefined
}

/**
 * Refunds places, everything, or an amount of a completed order: reserves it in one transaction, asks the provider,
 * and settles it in another. Fails with `refund-not-possible`. Fails with `payment-provider-unavailable` when the
 * provider does not answer; the refund then stays reserved and a job sends it again. Fails with
 * `payment-provider-not-configured` when the account that was paid is not connected any more. The same request again,
 * under its idempotency key, goes on with the refund that was reserved.
 */
export async function refundOrder(deps: Deps, request: RefundOrder): Promise<void> {
  const before = await reservedBefore(deps, request)
  if (before !== undefined) return before === nothingToSend ? undefined : sendRefund(deps, before)
  const reserved = await transaction(deps.db, async tx => {
    const id = (await reserve(tx, deps, request)) ?? nothingToSend
    if (request.attempt) await noteMade(tx, request.attempt.row, { refund_id: id })
    return id
  })
  if (reserved !== nothingToSend) await sendRefund(deps, reserved, 'new')
}

/** In place of a refund's id: the places had cost nothing, or no money was left of them. */
const nothingToSend = 0

/** What an earlier attempt under the same key reserved, unless the provider refused it. */
async function reservedBefore({ db }: Deps, { attempt }: RefundOrder): Promise<number | undefined> {
  const id = attempt?.made?.['refund_id']
  if (id === undefined || id === nothingToSend) return id
  const refund = await findRefund(db, id)
  return refund?.state === 'failed' ? undefined : id
}

/** Reserves the refund and returns its id. Places without money are given back at once. */
async function reserve(
  tx: Tx,
  deps: Deps,
  { orderId, wanted, reason, by }: RefundOrder,
): Promise<number | undefined> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
  if (
    order.status !== 'completed' &&
    (isOfPlaces(wanted) || !(await mayHaveMoneyLeft(tx, order)))
  ) {
    fail('order-move-not-allowed', { message: `The order is ${order.status}.` })
  }
  const leftMinor = order.paid_minor - (await promisedRefunds(tx, order.id))
  const { amountMinor, parts } = await plan(tx, order, { wanted, leftMinor })
  if (amountMinor > leftMinor) throw new AppError('refund-not-possible')
  await demandRefundLimit(tx, deps, { by, order, amountMinor })
  if (amountMinor === 0) {
    if (!parts.some(({ quantity }) => quantity > 0)) {
      fail('refund-not-possible', {
        message: 'This refund would be of 0, and gives no place back.',
      })
    }
    await settleFreeRefund(tx, order, parts)
    return undefined
  }
  const gateway = deps.gateways.find(order.gateway, order.gateway_order_id ?? '')
  if (!gateway?.refund) {
    fail('payment-provider-not-configured', { message: accountIsGone })
  }
  const userId = userIdOf(by.caller)
  return insertRefund(tx, { orderId: order.id, amountMinor, parts, reason, userId })
}

/** Whether a refund is of places or of their fees, which an order that has ended does not have. */
const isOfPlaces = (wanted: RefundWanted) =>
  wanted.kind === 'lines' || (wanted.kind === 'whole' && wanted.fees !== 'refund')

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

async function plan(
  tx: Tx,
  order: OrderRow,
  { wanted, leftMinor }: Planning,
): Promise<{ amountMinor: number; parts: PricedPart[] }> {
  if (wanted.kind === 'amount') return { amountMinor: wanted.amountMinor, parts: [] }
  const all = wanted.kind === 'whole' && wanted.fees === 'refund'
  if (all && order.status !== 'completed') return { amountMinor: leftMinor, parts: [] }
  const lines = await refundableLines(tx, order.id)
  const { fees } = wanted
  const parts = wanted.kind === 'lines' ? wanted.parts : allParts(lines, fees)
  const step = stepOf(order.gateway, order.currency)
  const planned = planRefund(lines, parts, { fees, leftMinor, step })
  if (planned.kind === 'refused') return refuse(planned)
  return all ? { ...planned, amountMinor: leftMinor } : planned
}

const refusals = {
  unknown_line: 'One of the lines is not a ticket line of this order.',
  more_than_bought: 'Fewer places of this line are left than were asked for.',
  no_fees_left: 'The fees of fewer places of this line are left than were asked for.',
} as const

const refuse = ({ because }: Extract<RefundPlan, { kind: 'refused' }>): never =>
  fail('refund-not-possible', { message: refusals[because] })

/** Places and fees of refunds in progress count as refunded; those of failed refunds do not. */
async function refundableLines(tx: Tx, orderId: number) {
  const refunds = (await lockRefunds(tx, orderId)).filter(({ state }) => state !== 'failed')
  const count = (lineId: number, of: (part: PricedPart) => number, parts: readonly PricedPart[]) =>
    parts.reduce((sum, part) => (part.lineId === lineId ? sum + of(part) : sum), 0)
  const all = refunds.flatMap(({ parts }) => parts)
  const underWay = refunds.filter(({ state }) => state !== 'done').flatMap(({ parts }) => parts)
  const lines = await listLines(tx, [orderId])
  return lines.map(line => ({
    id: line.id,
    kind: line.kind,
    ticketId: line.ticket_id,
    quantity: line.quantity,
    refundedQuantity: line.refunded_quantity + count(line.id, part => part.quantity, underWay),
    refundedFees: count(line.id, part => part.fees ?? part.quantity, all),
    totalMinor: line.total_minor,
  }))
}
