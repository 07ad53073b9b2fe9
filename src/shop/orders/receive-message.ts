import type { Deps } from '../../deps.ts'
import type { Gateway, GatewayEvent, PaymentState } from '../payments/gateway.ts'
import { GatewayRefused } from '../payments/gateway-errors.ts'
import { findOrder, findOrderByReference, type OrderRow } from './lookup.ts'
import { sendPromised } from './refunds/send-refund.ts'
import { settlePayment } from './settle-payment.ts'
import { messageWasHandled, storeMessage } from './store.ts'
import { translated } from './start-payment.ts'

export type Outcome = 'settled' | 'repeated' | 'ignored' | 'not ours'

type Means = Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>

/**
 * Acts on a provider's message: the payment it is about is read afresh and settled. Nothing it says is believed beyond
 * that, so a repeated, late or reordered one changes nothing. It is stored once, in one transaction with its effect.
 * Fails only when a repetition can help.
 */
export async function receiveMessage(
  means: Means,
  gateway: Gateway,
  event: GatewayEvent,
): Promise<Outcome> {
  if (await messageWasHandled(means.db, gateway.name, event.id)) return 'repeated'
  const state = event.refetch ? await stateOf(gateway, event) : undefined
  const order = state && (await orderOf(means, gateway, state))
  const outcome = order ? 'settled' : state ? 'not ours' : 'ignored'
  const message = {
    gateway: gateway.name,
    message_id: event.id,
    kind: event.providerType,
    reference: event.reference ?? null,
    outcome,
  }
  if (!order) {
    await storeMessage(means.db, message)
    return outcome
  }
  const total = { minor: order.total_minor, currency: order.currency }
  const { givenBack } = await settlePayment(means, {
    order,
    state,
    payableMinor: gateway.payable(total).minor,
    cause: `webhook ${event.providerType}`,
    message,
  })
  if (givenBack) await sendPromised(means, order.id)
  return outcome
}

async function stateOf(gateway: Gateway, event: GatewayEvent): Promise<PaymentState | undefined> {
  try {
    if (gateway.lookUpEvent) return await gateway.lookUpEvent(event)
    return event.reference === undefined ? undefined : await gateway.lookUp(event.reference)
  } catch (error) {
    // A payment the provider does not know is nobody's; asking again will not help.
    if (error instanceof GatewayRefused) return undefined
    throw translated(error, 'order-not-found')
  }
}

/** By the reference we stored; else by the mark the payment carries, since the reference may not be stored yet. */
async function orderOf(
  { db }: Means,
  gateway: Gateway,
  state: PaymentState,
): Promise<OrderRow | undefined> {
  const stored = await findOrderByReference(db, [gateway.name], state.reference)
  if (stored) return stored
  const marked = state.orderId === undefined ? undefined : await findOrder(db, state.orderId)
  return marked?.gateway === gateway.name && marked.gateway_order_id === null ? marked : undefined
}
