import { AppError, type ErrorCode } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Charge, Gateway, PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../payments/gateway-errors.ts'
import { orderUrl } from '../record/order-address.ts'
import type { Reserved } from './reserve-order.ts'
import { type LineRow, listLines, type OrderRow } from '../record/lookup.ts'
import { isRounding } from '../record/rules.ts'
import { lockOrder, updateOrder } from '../record/store.ts'

export type Starting = {
  gateway: Gateway
  reserved: Reserved
  /** The code a refusal of the provider is told with. */
  refusedAs: ErrorCode
}

type Means = Pick<Deps, 'db' | 'publicRoot' | 'secrets' | 'config'>

/**
 * Opens the payment of a reserved order at its gateway, or brings the open one to the order's amount, and remembers its
 * reference. The key names order and attempt: any number of repetitions open one payment. Runs outside transactions.
 */
export async function startPayment(
  means: Means,
  { gateway, reserved, refusedAs }: Starting,
): Promise<PaymentState> {
  const { order, changed } = reserved
  try {
    const reference = order.gateway_order_id
    if (reference === null) return await open(means, gateway, order)
    const state = changed ? undefined : await gateway.lookUp(reference)
    if (state && !isBehind(state, gateway, order)) return state
    return await adjusted(gateway, reference, await chargeFor(means, order))
  } catch (error) {
    throw translated(error, refusedAs)
  }
}

/** An earlier change of the order's amount did not reach the provider, and the buyer could still pay the old one. */
function isBehind({ kind, amount }: PaymentState, gateway: Gateway, order: OrderRow): boolean {
  const { total_minor: minor, currency } = order
  const isUnpaid = kind === 'created' || kind === 'needs_payment_method' || kind === 'approved'
  return isUnpaid && amount.minor !== gateway.payable({ minor, currency }).minor
}

const attemptsMax = 5

/**
 * Opens the payment. When one was opened before, of another price or purchaser, and its answer got lost, the key is
 * spoken for: then this is another attempt with a key of its own. When somebody else opened one at the same time and was
 * first, ours is told to nobody and ended, and theirs gets the order's amount.
 */
async function open(means: Means, gateway: Gateway, order: OrderRow): Promise<PaymentState> {
  for (let tries = 1; ; tries += 1) {
    const charge = await chargeFor(means, order)
    try {
      const state = await gateway.start(charge)
      const first = await remember(means, order, state.reference)
      if (first === state.reference) return state
      await gateway.cancel?.(state.reference)
      if (first !== null) return await adjusted(gateway, first, charge)
    } catch (error) {
      const isSpoken = error instanceof GatewayRefused && error.kind === 'key_reused'
      if (!isSpoken || tries === attemptsMax) throw error
    }
    const { attempt, gateway_order_id: first } = await nextAttempt(means, order)
    if (first !== null) return adjusted(gateway, first, charge)
    order.attempt = attempt
  }
}

const adjusted = (gateway: Gateway, reference: string, charge: Charge) =>
  gateway.updateAmount ? gateway.updateAmount(reference, charge) : gateway.lookUp(reference)

/** Counts an attempt up, unless somebody else did so or has a payment already. */
function nextAttempt({ db }: Means, order: OrderRow) {
  return transaction(db, async tx => {
    const current = (await lockOrder(tx, order.id)) ?? order
    if (current.gateway_order_id !== null || current.attempt !== order.attempt) return current
    const attempt = order.attempt + 1
    await updateOrder(tx, order.id, { attempt })
    return { ...current, attempt }
  })
}

/** Remembers the payment of an attempt, the first one only. Answers which one the order has now. */
function remember({ db }: Means, order: OrderRow, reference: string): Promise<string | null> {
  return transaction(db, async tx => {
    const current = await lockOrder(tx, order.id)
    const isFree = current?.attempt === order.attempt && current.gateway_order_id === null
    if (!isFree) return current?.gateway_order_id ?? null
    await updateOrder(tx, order.id, { gateway_order_id: reference })
    return reference
  })
}

/** Names the installation in every key: several may share one account at a provider. */
export function idempotencyKey({ secrets }: Pick<Deps, 'secrets'>, order: OrderRow, what = 'pay') {
  return `${secrets.installation}-${order.id}-${order.attempt}-${what}`
}

/**
 * What the provider is asked for: the order's own lines, never anything a client sent. The amount is their sum: between
 * the order and its lines another request may have changed both.
 */
export async function chargeFor(means: Means, order: OrderRow): Promise<Charge> {
  const lines = await listLines(means.db, [order.id])
  const { currency } = order
  const sum = (some: readonly LineRow[]) =>
    some.reduce((total, line) => total + line.total_minor, 0)
  const charged = lines.filter(line => line.kind !== 'coupon')
  const returnUrl = orderUrl({ publicRoot: means.publicRoot, key: means.secrets.order }, order.id)
  return {
    orderId: order.id,
    installation: means.secrets.installation,
    amount: { minor: sum(lines), currency },
    discount: { minor: sum(charged) - sum(lines), currency },
    description: `Order ${order.id}`,
    idempotencyKey: idempotencyKey(means, order),
    lines: charged.map(line => ({
      name: line.name,
      sku: skuOf(line),
      quantity: line.quantity,
      unit: { minor: line.unit_minor, currency },
    })),
    metadata: { purchaser_name: order.purchaser_name, purchaser_email: order.purchaser_email },
    receiptEmail: order.purchaser_email,
    returnUrl,
    cancelUrl: returnUrl,
  }
}

function skuOf(line: LineRow): string {
  if (isRounding(line)) return 'rounding'
  return line.kind === 'fee' ? `fee-${line.fee_id}` : `ticket-${line.ticket_id}`
}

/** A provider's failure in the words of the interface; the codes of its refusals differ by route. */
export function translated(error: unknown, refusedAs: ErrorCode): unknown {
  if (error instanceof GatewayUnavailable) {
    return new AppError('payment-provider-unavailable', {
      cause: error,
      retryAfterSeconds: error.retryAfterSeconds ?? 5,
    })
  }
  if (error instanceof GatewayRefused) {
    const { publicReason, providerName, details } = error
    return new AppError(refusedAs, {
      message: publicReason,
      cause: error,
      data: { name: providerName, details },
    })
  }
  return error
}
