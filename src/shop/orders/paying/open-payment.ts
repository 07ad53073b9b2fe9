import type { ErrorCode } from '../../../core/errors.ts'
import type { Deps } from '../../../deps.ts'
import type { Cart } from '../../cart/lookup.ts'
import type { Gateway, GatewayName, PaymentState } from '../../payments/gateway.ts'
import { cancelPayment } from './cancel-payment.ts'
import { findOpenOrderOfCart, findOrder, type OrderRow } from '../record/lookup.ts'
import { type ReserveRequest, reserveOrder } from './reserve-order.ts'
import { isOpen } from '../record/rules.ts'
import { settleFromProvider } from './settle-from-provider.ts'
import { startPayment, translated } from './start-payment.ts'

type Opening = {
  gateway: Gateway
  cart: Cart
  request: Omit<ReserveRequest, 'cartId' | 'gateway' | 'refusedAs'>
  /** The code a refusal of the provider is told with. */
  refusedAs: ErrorCode
}

/** `payment` is missing when the order turned out to be paid already. */
export type Opened = { order: OrderRow; payment: PaymentState | undefined }

/**
 * Starts paying a cart: its order is reserved, then its payment opened. What is known of a payment begun before comes
 * first: one that was made completes its order instead, one that has ended makes way for a new order, and one at
 * another provider is ended.
 */
export async function openPayment(deps: Deps, opening: Opening): Promise<Opened> {
  const { gateway, cart, request, refusedAs } = opening
  const paid = await finishBefore(deps, cart, { keep: gateway, refusedAs })
  if (paid) return { order: paid, payment: undefined }
  const reserving = { ...request, cartId: cart.id, gateway: gateway.name, refusedAs }
  const reserved = await reserveOrder(deps, cart, reserving)
  const payment = await startPayment(deps, { gateway, reserved, refusedAs })
  return { order: reserved.order, payment }
}

type Before = { keep: Gateway | undefined; refusedAs: ErrorCode }

/**
 * Brings the cart's open order up to date with its provider, and gives it up unless it is paid through `keep`. Answers
 * the order when it turned out to be paid.
 */
export async function finishBefore(
  deps: Deps,
  cart: Cart,
  { keep, refusedAs }: Before,
): Promise<OrderRow | undefined> {
  // Whoever starts to pay makes the cart `paying` in the same transaction, so an open cart has no open order.
  if (cart.state === 'open') return undefined
  const open = await findOpenOrderOfCart(deps.db, cart.id)
  if (!open) return undefined
  const { gateway_order_id: reference } = open
  const gateway = reference && deps.gateways.find(open.gateway as GatewayName, reference)
  const stays = reference === null ? open.gateway === keep?.name : gateway === keep
  if (stays) await settled(deps, open, refusedAs)
  else {
    const reason = 'Another way to pay was chosen.'
    await cancelPayment(deps, open, { to: 'not-completed', reason, keepPlaces: true })
  }
  const after = await findOrder(deps.db, open.id)
  return after && !isOpen(after.status) && after.status === 'completed' ? after : undefined
}

async function settled(deps: Deps, order: OrderRow, refusedAs: ErrorCode) {
  try {
    await settleFromProvider(deps, order, 'checkout')
  } catch (error) {
    throw translated(error, refusedAs)
  }
}
