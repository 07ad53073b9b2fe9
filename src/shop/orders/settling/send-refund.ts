import { AppError, fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Gateway } from '../../payments/gateway.ts'
import {
  GatewayRefused,
  GatewayUnavailable,
  isUnknownThere,
} from '../../payments/gateway-errors.ts'
import { findOrder, type OrderRow } from '../record/lookup.ts'
import { settleInLanes } from './settle-payment.ts'
import type { RefundRow } from './lookup.ts'
import { changeRefund, findRefund, listOpenRefunds, noteTry } from './store.ts'

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/**
 * Sends a reserved refund to the provider, or reads the outcome of one in progress, and settles it. The row's own key
 * makes any number of attempts refund the money once. Does nothing when the refund has its outcome. Fails with
 * `payment-provider-not-configured` when the account that was paid is not connected any more, or another is in its
 * place, which does not know the payment.
 */
export async function sendRefund(
  deps: Dependencies,
  refundId: number,
  standing: Standing = 'promised',
): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  const order = refund && (await findOrder(deps.db, refund.order_id))
  const reference = order?.gateway_order_id
  if (!refund || !order || !reference) return
  if (standing === 'promised') await noteTry(deps.db, refundId)
  const gateway = deps.gateways.find(order.gateway, reference)
  if (!gateway?.refund) return refuseWithoutAccount(deps, refundId, standing)
  try {
    const state = await ask(gateway, order, { refund, reference })
    if (!state) return
    await settleInLanes(deps, [{ order, state, cause: 'refund' }])
  } catch (error) {
    const look = () => outcomeThere(deps, gateway, { refund, order, reference })
    return notSent(deps, error, { refundId, standing, look })
  }
}

/**
 * An earlier attempt may have been heard though its answer was lost: a refusal counts once the provider's own list has no such
 * refund. `known` where it has; an error where the provider does not say.
 */
async function outcomeThere(
  deps: Dependencies,
  gateway: Gateway,
  { refund, order, reference }: RefundQuestion & { order: OrderRow },
): Promise<'known' | GatewayUnavailable | undefined> {
  try {
    await settleInLanes(deps, [{ order, state: await gateway.lookUp(reference), cause: 'refund' }])
  } catch (error) {
    if (error instanceof GatewayUnavailable) return error
    throw error
  }
  const now = await findRefund(deps.db, refund.id)
  return now && now.state !== 'reserved' ? 'known' : undefined
}

type NotSent = {
  refundId: number
  standing: Standing
  look: () => ReturnType<typeof outcomeThere>
}

/** What a failure of the provider means for a refund: it is refused for good, or stays promised; or it was made before. */
async function notSent(
  deps: Dependencies,
  error: unknown,
  { refundId, standing, look }: NotSent,
): Promise<void> {
  if (isUnknownThere(error)) return refuseWithoutAccount(deps, refundId, standing)
  if (error instanceof GatewayRefused) {
    const there = await look()
    if (there === 'known') return
    if (there) throw unavailable(there)
    deps.log.warn({ refund: refundId, kind: error.kind }, 'the provider refused a refund')
    await refuse(deps, refundId)
    throw new AppError('refund-not-possible', { message: error.publicReason, cause: error })
  }
  throw error instanceof GatewayUnavailable ? unavailable(error) : error
}

/**
 * Ends a refund that the connected account, if any, cannot make. What was promised before stays promised until the
 * account that was paid is connected again (contract.md 8.25).
 */
async function refuseWithoutAccount(
  deps: Dependencies,
  refundId: number,
  standing: Standing,
): Promise<never> {
  if (standing === 'new') await refuse(deps, refundId)
  const promise = standing === 'new' ? '' : ' The refund stays promised.'
  return fail('payment-provider-not-configured', { message: `${accountIsGone}${promise}` })
}

/** Whether a refund was asked for just now, or promised before. */
type Standing = 'new' | 'promised'

type RefundQuestion = { refund: RefundRow; reference: string }

async function ask(gateway: Gateway, order: OrderRow, { refund, reference }: RefundQuestion) {
  if (refund.state === 'sent') return gateway.lookUp(reference)
  if (refund.state !== 'reserved') return undefined
  return gateway.refund?.(reference, {
    amount: { minor: refund.amount_minor, currency: order.currency },
    idempotencyKey: refund.idempotency_key,
    reason: refund.reason,
  })
}

async function refuse({ db }: Dependencies, refundId: number) {
  await transaction(db, async tx => {
    const current = await findRefund(tx, refundId)
    if (current?.state === 'reserved') await changeRefund(tx, refundId, { state: 'failed' })
  })
}

/**
 * Sends the refunds that orders have promised. A refund that cannot be sent now stays promised and is sent by the
 * job, so it does not undo the caller's work.
 */
export async function sendPromised(deps: Dependencies, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  for (const id of await listOpenRefunds(deps.db, orderIds)) {
    try {
      await sendRefund(deps, id)
    } catch (error) {
      deps.log.warn({ err: error, refund: id }, 'a promised refund could not be sent yet')
    }
  }
}

/** The reason why no refund is possible at the moment, however often it is tried. */
export const accountIsGone =
  'The account that received the money of this order is no longer connected. Connect it again to refund the order.'

const unavailable = (cause: GatewayUnavailable) =>
  new AppError('payment-provider-unavailable', {
    message: 'The payment provider cannot be reached right now; the refund will be sent again.',
    cause,
    retryAfterSeconds: cause.retryAfterSeconds ?? 30,
  })
