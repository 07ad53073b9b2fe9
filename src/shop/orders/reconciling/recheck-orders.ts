import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import { note } from '../record/end-order.ts'
import { findOrder, type OrderRow } from '../record/lookup.ts'
import { settle } from '../settling/settle.ts'
import { lockOrder } from '../record/store.ts'
import { noteLook, ordersToRecheck, rememberMissing, rememberRecheck } from './store.ts'

type Dependencies = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

export type Rechecked = {
  looked: number
  /** The payment was made, refunded or disputed, and the message about it was lost. */
  mended: number[]
  /** The order counts as paid and the provider does not have its money; only people can resolve that. */
  unpaid: number[]
  failed: number[]
}

/**
 * Compares orders in a final state (completed, failed, cancelled and so on) with their providers: first an hour after
 * they ended and then at growing intervals for a month. Finds unpaid orders for which money arrived, orders whose money
 * was refunded at the provider, and completed orders for which there is no money. `everything` compares all orders that
 * ended within the last month at once.
 */
export async function recheckOrders(
  deps: Dependencies,
  { everything = false }: { everything?: boolean } = {},
): Promise<Rechecked> {
  await deps.gateways.refresh()
  const result: Rechecked = { looked: 0, mended: [], unpaid: [], failed: [] }
  for (const id of await ordersToRecheck(deps.db, { everything })) {
    result.looked += 1
    try {
      const outcome = await recheck(deps, id)
      if (outcome) result[outcome].push(id)
      await rememberRecheck(deps.db, id)
    } catch (error) {
      // A provider that does not answer is asked again in the next run, after the orders that are due already.
      deps.log.warn({ err: error, id }, 'an order could not be compared with its provider')
      await noteLook(deps.db, id)
      result.failed.push(id)
    }
  }
  return result
}

async function recheck(deps: Dependencies, id: number): Promise<'mended' | 'unpaid' | undefined> {
  const order = await findOrder(deps.db, id)
  const reference = order?.gateway_order_id
  const gateway = reference && deps.gateways.find(order.gateway, reference)
  if (!order || !gateway) return undefined
  const state = await stateOf(() => gateway.lookUp(reference))
  if (order.paid_minor > 0 && !hasMoney(state, order)) {
    await tellOnce(deps, order, state ? missing : unknown)
    return 'unpaid'
  }
  if (!state) return undefined
  await settle(deps, [{ order, state, cause: 'recheck' }])
  const after = await findOrder(deps.db, id)
  const isSame = after?.updated_at.getTime() === order.updated_at.getTime()
  return isSame ? undefined : 'mended'
}

/** Undefined when the provider does not know the payment. */
async function stateOf(lookUp: () => Promise<PaymentState>): Promise<PaymentState | undefined> {
  try {
    return await lookUp()
  } catch (error) {
    if (error instanceof GatewayRefused) return undefined
    throw error
  }
}

const hasMoney = (state: PaymentState | undefined, { paid_minor: paid }: OrderRow) =>
  state?.kind === 'paid' && state.received.minor >= paid

const missing = 'The provider does not have the money of this order.'
const unknown =
  'The account that is connected now does not know the payment of this order. If another account received its money, that one has it.'

/** Logged every time, and noted in the order's history once. */
async function tellOnce({ db, log }: Dependencies, order: OrderRow, text: string) {
  log.error({ order: order.id, text }, 'an order counts as paid, and its money was not found')
  await transaction(db, async tx => {
    const current = await lockOrder(tx, order.id)
    if (!current || !(await rememberMissing(tx, order.id, missing))) return
    await note(tx, current, { text, cause: 'recheck' })
  })
}
