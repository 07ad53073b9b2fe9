import { AppError, type ErrorCode, fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Cart } from '../../cart/lookup.ts'
import type { Gateway, PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused } from '../../payments/gateway-errors.ts'
import { cancelPayment } from './cancel-payment.ts'
import { findOpenOrderOfCart, findOrder, type OrderRow } from '../record/lookup.ts'
import { begunOtherwise, reserveOrder } from './reserve-order.ts'
import { isOpen, isPlacedBy, type Placer } from '../record/rules.ts'
import { settleFromProvider } from './settle-from-provider.ts'
import { type PaymentStart, startPayment, translated } from './start-payment.ts'
import type { ReserveRequest } from './write-reserved.ts'

type PaymentRequest = {
  gateway: Gateway
  cart: Cart
  request: Omit<ReserveRequest, 'cartId' | 'found' | 'gateway' | 'refusedAs'>
  /** The error code for a refusal of the provider. */
  refusedAs: ErrorCode
}

/** `payment` is missing when the order turned out to be paid already. */
export type Opened = { order: OrderRow; payment: PaymentState | undefined }

/**
 * Starts paying a cart: reserves its order and then opens the payment. An earlier payment of the cart is looked at
 * first. If it was paid, it completes its order instead. If the provider is processing it, it stays. If it has ended,
 * a new order replaces it. If it cannot be continued, it is ended.
 */
export async function openPayment(deps: Deps, opening: PaymentRequest): Promise<Opened> {
  const { gateway, cart, request, refusedAs } = opening
  const keep = { gateway, currency: request.currency }
  const { placedBy, purchaser, payment: named } = request
  const by = { placedBy, purchaser, payment: named }
  const reserving = { cartId: cart.id, found: cart, gateway: gateway.name, refusedAs, ...request }
  let cartNow = cart
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const before = await finishBefore(deps, cartNow, { keep, by, refusedAs })
    if (before) return before
    const reserved = await reserveOrder(deps, cart, reserving)
    if (reserved !== begunOtherwise) {
      const payment = await startOrEnd(deps, { gateway, reserved, refusedAs })
      return { order: reserved.order, payment }
    }
    cartNow = { ...cart, state: 'paying' }
  }
  return overtaken()
}

/**
 * When one cart is paid in several ways at once the last one wins. A request is overtaken at most once by each of the
 * others, so up to this many requests at once are all served.
 */
const triesMax = 6

/** Ends a request that was overtaken by another way of paying. */
export const overtaken = (): never =>
  fail('sale-is-busy', {
    message: 'This cart is being paid in another way at this moment; try again in a moment.',
    retryAfterSeconds: 1,
  })

/**
 * Opens the payment of a reserved order, or changes it to the order's amount. When the provider will never accept
 * that amount, the order ends with any payment opened for another amount. The cart is then open again and keeps its
 * places until their time is over.
 */
export async function startOrEnd(deps: Deps, starting: PaymentStart): Promise<PaymentState> {
  try {
    return await startPayment(deps, starting)
  } catch (error) {
    const order = isNeverTaken(error) ? await findOrder(deps.db, starting.reserved.order.id) : null
    if (order && isOpen(order.status)) {
      const reason = 'The provider does not take this amount.'
      await cancelPayment(deps, order, { to: 'not-completed', reason, keepPlaces: true })
    }
    throw error
  }
}

type Before = {
  /** The gateway and currency with which an open payment can continue; undefined for a cart that costs nothing. */
  keep: { gateway: Gateway; currency: string } | undefined
  /** Who orders the cart now. */
  by: Placer
  refusedAs: ErrorCode
}

/**
 * Updates the cart's open order from its provider, and ends the order unless it can be paid through `keep` and is this
 * buyer's. Returns the order when it is paid or about to be: it may not change any more, or its amount would differ from
 * the money. An order of somebody else is never returned. Fails with `order-move-not-allowed` when its payment is being
 * processed.
 */
export async function finishBefore(
  deps: Deps,
  cart: Cart,
  { keep, by, refusedAs }: Before,
): Promise<Opened | undefined> {
  // Starting to pay sets the cart to `paying` in the transaction that makes the order, so an open cart has no open
  // order.
  if (cart.state === 'open') return undefined
  const open = await findOpenOrderOfCart(deps.db, cart.id)
  if (!open) return undefined
  if (!isPlacedBy(open, by)) return endOther(deps, open, 'Somebody else orders its cart.')
  const stays = canGoOn(deps, open, keep)
  const looked = stays ? await settled(deps, open, refusedAs) : undefined
  // An order without a reference was interrupted before its payment was opened. A reference that the provider does
  // not know belongs to a former account.
  if (!stays || (!looked && open.gateway_order_id !== null)) {
    await endOther(deps, open, stays ? unknownPayment : otherWay)
  }
  const after = await findOrder(deps.db, open.id)
  return after && finished(after, looked?.state)
}

/** Ends the open order that another one of the same cart replaces. Nothing is told of it. */
async function endOther(deps: Deps, open: OrderRow, reason: string): Promise<undefined> {
  await cancelPayment(deps, open, { to: 'not-completed', reason, keepPlaces: true })
}

function finished(order: OrderRow, payment: PaymentState | undefined): Opened | undefined {
  if (order.status === 'completed') return { order, payment: undefined }
  return isOpen(order.status) && payment?.kind === 'processing' ? { order, payment } : undefined
}

const otherWay = 'Another way to pay was chosen, or another currency.'
export const unknownPayment = 'The provider does not know its payment any more.'

/** A payment keeps its gateway and its currency. */
function canGoOn({ gateways }: Deps, open: OrderRow, keep: Before['keep']): boolean {
  if (!keep || open.currency !== keep.currency) return false
  const { gateway_order_id: reference } = open
  return reference === null
    ? open.gateway === keep.gateway.name
    : gateways.find(open.gateway, reference) === keep.gateway
}

async function settled(deps: Deps, order: OrderRow, refusedAs: ErrorCode) {
  try {
    return await settleFromProvider(deps, order, 'checkout')
  } catch (error) {
    throw translated(error, refusedAs)
  }
}

/** The provider will never accept this charge, for example because it is below its minimum. */
const isNeverTaken = (error: unknown): boolean =>
  error instanceof AppError &&
  error.cause instanceof GatewayRefused &&
  error.cause.kind === 'invalid'
