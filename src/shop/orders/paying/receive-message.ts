import type { Deps } from '../../deps.ts'
import type { Gateway, GatewayEvent, PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import { findOrder, type OrderRow } from '../record/lookup.ts'
import { settle } from '../settling/settle.ts'
import { messageWasHandled, storeMessages } from '../record/store.ts'
import { translated } from './start-payment.ts'

export type Outcome = 'settled' | 'repeated' | 'ignored' | 'not ours'

type Dependencies = Pick<
  Deps,
  'db' | 'findOrderByReference' | 'gateways' | 'lanes' | 'log' | 'secrets'
>

/**
 * Handles a provider's message: reads the payment it names from the provider and settles it. Nothing else in the
 * message is believed, so repeated, late or reordered messages change nothing. The message is stored once, in one
 * transaction with its effect. Fails only when a repetition can help.
 */
export async function receiveMessage(
  deps: Dependencies,
  gateway: Gateway,
  event: GatewayEvent,
): Promise<Outcome> {
  if (await messageWasHandled(deps.db, gateway.name, event.id)) return 'repeated'
  if (await isOfAnother(deps, gateway, event)) return passOver(deps, event, 'not ours')
  const state = event.refetch ? await stateOf(gateway, event) : undefined
  if (!state) return passOver(deps, event, 'ignored')
  const order = await orderOf(deps, gateway, state)
  if (!order) return passOver(deps, event, 'not ours')
  const message = messageOf(event, 'settled')
  await settle(deps, [{ order, state, cause: `webhook ${event.providerType}`, message }])
  return 'settled'
}

const messageOf = ({ gateway, id, providerType, reference }: GatewayEvent, outcome: Outcome) => ({
  gateway,
  message_id: id,
  kind: providerType,
  reference: reference ?? null,
  outcome,
})

/** Stores a message that has no effect here. */
async function passOver({ db, log }: Dependencies, event: GatewayEvent, outcome: Outcome) {
  const { id: message, installation } = event
  if (outcome === 'not ours') log.info({ message, installation }, 'a message that is not for us')
  await storeMessages(db, [messageOf(event, outcome)])
  return outcome
}

async function stateOf(gateway: Gateway, event: GatewayEvent): Promise<PaymentState | undefined> {
  try {
    if (gateway.lookUpEvent) return await gateway.lookUpEvent(event)
    return event.reference === undefined ? undefined : await gateway.lookUp(event.reference)
  } catch (error) {
    // The provider does not know the payment, so it belongs to nobody, and asking again will not help.
    if (error instanceof GatewayRefused) return undefined
    throw translated(error, 'order-not-found')
  }
}

/** Several installations may share a provider account, and each gets the messages of all. */
async function isOfAnother(deps: Dependencies, gateway: Gateway, event: GatewayEvent) {
  const { installation, reference } = event
  if (installation === undefined || installation === deps.secrets.installation) return false
  // An order that was imported from another installation is ours now.
  const stored = reference && (await deps.findOrderByReference([gateway.name], reference))
  return !stored
}

/**
 * Found by the reference we stored, or else by the mark in the payment, because the reference may not be stored yet.
 * A mark of another installation names an order there, whatever has that number here.
 */
async function orderOf(
  { db, secrets, findOrderByReference }: Dependencies,
  gateway: Gateway,
  state: PaymentState,
): Promise<OrderRow | undefined> {
  const stored = await findOrderByReference([gateway.name], state.reference)
  if (stored) return stored
  if (state.orderId === undefined || state.installation !== secrets.installation) return undefined
  const marked = await findOrder(db, state.orderId)
  return marked?.gateway === gateway.name && marked.gateway_order_id === null ? marked : undefined
}
