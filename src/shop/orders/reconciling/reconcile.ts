import type { Deps } from '../../deps.ts'
import { cancelPayment } from '../paying/cancel-payment.ts'
import { findOrder } from '../record/lookup.ts'
import { isOpen } from '../record/rules.ts'
import { sendRefund } from '../settling/send-refund.ts'
import { stuckRefunds } from '../settling/lookup.ts'
import { settleFromProvider } from '../paying/settle-from-provider.ts'
import { noteLook, unsettledOrders } from './store.ts'

/** The age of a status from which an open order is compared. */
const quietMinutes = 2
/** How long an order's places must have been free before the order is ended. */
const abandonedMinutes = 30

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

export type Reconciled = {
  looked: number
  settled: number[]
  givenUp: number[]
  refunded: number[]
  failed: number[]
}

/**
 * Compares open orders with the providers, and corrects them: payments whose message was lost, orders that nobody
 * will pay any more, interrupted refunds. Simultaneous runs are harmless.
 */
export async function reconcile(deps: Dependencies): Promise<Reconciled> {
  await deps.gateways.refresh()
  const result: Reconciled = { looked: 0, settled: [], givenUp: [], refunded: [], failed: [] }
  const unsettled = await unsettledOrders(deps.db, { quietMinutes, abandonedMinutes })
  for (const { id, abandoned } of unsettled) {
    result.looked += 1
    await attempt({ deps, result, id }, async () => {
      await noteLook(deps.db, id)
      const status = await lookAgain(deps, id, abandoned)
      if (status === 'settled') result.settled.push(id)
      if (status === 'given up') result.givenUp.push(id)
    })
  }
  for (const refundId of await stuckRefunds(deps.db, quietMinutes)) {
    await attempt({ deps, result, id: refundId }, async () => {
      await sendRefund(deps, refundId)
      result.refunded.push(refundId)
    })
  }
  return result
}

type Attempt = { deps: Dependencies; result: Reconciled; id: number }

async function attempt({ deps, result, id }: Attempt, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    // An order that cannot be corrected now must not keep others from it.
    deps.log.warn({ err: error, id }, 'reconciling failed; it is tried again')
    result.failed.push(id)
  }
}

async function lookAgain(deps: Dependencies, orderId: number, abandoned: boolean) {
  const order = await findOrder(deps.db, orderId)
  if (!order || !isOpen(order.status)) return 'settled'
  const settled = await settleFromProvider(deps, order, 'reconcile')
  if (settled && !isOpen(settled.status)) return 'settled'
  // A payment that the provider is processing ends by itself. An order whose processed payment has failed since does
  // not.
  if (!abandoned || settled?.state.kind === 'processing') return 'waiting'
  const current = await findOrder(deps.db, orderId)
  if (!current || !isOpen(current.status)) return 'settled'
  await cancelPayment(deps, current, { to: 'not-completed', reason: 'It was not paid in time.' })
  return 'given up'
}
