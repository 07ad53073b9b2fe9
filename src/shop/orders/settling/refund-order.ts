import { fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Attempt } from '../../../platform/idempotency/run-once.ts'
import { noteMade } from '../../../platform/idempotency/store.ts'
import { userIdOf } from '../../../core/caller.ts'
import { insertNote } from '../record/store.notes.ts'
import { lockForReturn } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockOrder } from '../record/store.ts'
import { demandRefundLimit, type Refunder } from './demand-limit.ts'
import type { RefundMethod } from './lookup.ts'
import { planOf, type RefundWanted } from './plan-refund.ts'
import { accountIsGone, sendRefund } from './send-refund.ts'
import { settleFreeRefund, settleOwnRefund } from './settle-refunds.ts'
import { findRefund, insertRefund } from './store.ts'
import { insertWords } from './store.words.ts'

export type { Refunder, RefundWanted }

export type RefundOrder = {
  orderId: number
  wanted: RefundWanted
  method: RefundMethod
  reason: string
  /** What staff write to the buyer; the mail about the refund carries it. Empty for nothing. */
  words: string
  by: Refunder
  /** The request's idempotency key. */
  attempt?: Attempt | undefined
}

/** A refund that is one of many: it has its own key, and gives back what was planned or nothing. */
export type PlannedOnce = {
  /** Unique for ever; the provider is asked under it. */
  key: string
  amountMinor: number
  /** Joins the transaction that reserves the refund. `refundId` is undefined where no money goes back. */
  alongside: (tx: Tx, refundId: number | undefined) => Promise<void>
}

/**
 * Refunds places, everything, or an amount of a completed order: reserves it in one transaction, asks the provider,
 * and settles it in another. What is given back in cash or by hand is settled in the first. Fails with
 * `refund-not-possible`, and with `payment-provider-unavailable` when the provider does not answer; the refund then
 * stays reserved and a job sends it again. Fails with `payment-provider-not-configured` when the account that was paid
 * is not connected any more. The same request again, under its idempotency key, goes on with the refund that was
 * reserved.
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

/**
 * Reserves a refund that was planned, with what keeps count of it, in one transaction, and sends it to the provider. Fails with
 * `plan-is-stale` where the order would give back another amount by now, or none, and as `refundOrder` does.
 */
export async function refundAsPlanned(
  deps: Deps,
  request: RefundOrder,
  planned: PlannedOnce,
): Promise<void> {
  const id = await transaction(deps.db, async tx => reserve(tx, deps, { ...request, planned }))
  if (id !== undefined) await sendRefund(deps, id, 'new')
}

/** In place of a refund's id: no money goes back at the provider. */
const nothingToSend = 0

/** What an earlier attempt under the same key reserved, unless the provider refused it. */
async function reservedBefore({ db }: Deps, { attempt }: RefundOrder): Promise<number | undefined> {
  const id = attempt?.made?.['refund_id']
  if (id === undefined || id === nothingToSend) return id
  const refund = await findRefund(db, id)
  return refund?.state === 'failed' ? undefined : id
}

/** Reserves the refund and returns its id; undefined when the provider has nothing to give back. */
async function reserve(
  tx: Tx,
  deps: Deps,
  { orderId, wanted, method, reason, words, by, planned }: RefundOrder & { planned?: PlannedOnce },
): Promise<number | undefined> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
  const { amountMinor, parts, attendeeIds } = await planOf(tx, order, wanted)
  if (planned && planned.amountMinor !== amountMinor) fail('plan-is-stale')
  // What is settled at once needs its places locked before the limit, whose lock is the last one.
  if (amountMinor === 0 || method !== 'paid') await lockForReturn(tx, order)
  await demandRefundLimit(tx, deps, { by, order, amountMinor })
  const userId = userIdOf(by.caller)
  const keepWords = async (refundId: number | null) =>
    words === '' ? undefined : insertWords(tx, { orderId: order.id, refundId, words, userId })
  if (amountMinor === 0) {
    const wordsId = await keepWords(null)
    await settleFreeRefund(tx, order, { parts, attendeeIds, wordsId })
    await keepReason(tx, order, { reason, userId })
    await planned?.alongside(tx, undefined)
    return undefined
  }
  if (method === 'paid') demandAccount(deps, order)
  const id = await insertRefund(tx, {
    orderId: order.id,
    amountMinor,
    parts,
    attendeeIds,
    reason,
    userId,
    method,
    key: planned?.key,
  })
  await keepWords(id)
  await planned?.alongside(tx, id)
  if (method === 'paid') return id
  await settleOwnRefund(tx, order, id)
  return undefined
}

/** Where nothing is paid back there is no refund to keep the reason; colleagues read it as a note all the same. */
async function keepReason(
  tx: Tx,
  order: OrderRow,
  { reason: text, userId }: { reason: string; userId: number | null },
) {
  if (text !== '') await insertNote(tx, { orderId: order.id, attendeeId: null, text, userId })
}

/** Fails unless the account that was paid is connected. */
export function demandAccount({ gateways }: Pick<Deps, 'gateways'>, order: OrderRow) {
  const gateway = gateways.find(order.gateway, order.gateway_order_id ?? '')
  if (!gateway?.refund) fail('payment-provider-not-configured', { message: accountIsGone })
}
