import { userIdOf } from '../../../core/caller.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../record/lookup.ts'
import { demandRefundLimit, type Refunder } from './demand-limit.ts'
import type { RefundMethod } from './lookup.ts'
import { demandAccount } from './refund-order.ts'
import { settleOwnRefund } from './settle-refunds.ts'
import { insertRefund } from './store.ts'

export type Difference = {
  order: OrderRow
  /** The line whose place was dearer. */
  lineId: number
  /** More than 0, in minor units, and no more than is left of the payment. */
  amountMinor: number
  method: RefundMethod
  reason: string
  by: Refunder
}

/**
 * Reserves the refund of what a place cost more than the one that was given for it; in cash or by hand it is settled at once.
 * The order and its places are locked. Fails like a refund beyond a limit (`demandRefundLimit`), and with
 * `payment-provider-not-configured`. The caller sends a refund that is `paid` after its transaction.
 */
export async function returnDifference(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock' | 'gateways'>,
  { order, lineId, amountMinor, method, reason, by }: Difference,
): Promise<number> {
  if (method === 'paid') demandAccount(deps, order)
  await demandRefundLimit(tx, deps, { by, order, amountMinor })
  const id = await insertRefund(tx, {
    orderId: order.id,
    amountMinor,
    parts: [{ lineId, quantity: 0, fees: 0, amountMinor }],
    reason,
    userId: userIdOf(by.caller),
    method,
  })
  if (method !== 'paid') await settleOwnRefund(tx, order, id)
  return id
}
