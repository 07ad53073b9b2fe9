import { AppError, type ErrorCode } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Charge, Gateway, PaymentState } from '../../payments/gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../payments/gateway-errors.ts'
import { rememberPayment } from './remember-payment.ts'
import { orderUrl } from '../record/order-address.ts'
import type { Reserved } from './write-reserved.ts'
import { type LineRow, listLines, type OrderRow } from '../record/lookup.ts'
import { isRounding } from '../record/rules.ts'
import { lockOrder, updateOrder } from '../record/store.ts'
import { noteTold } from './store.ts'

export type PaymentStart = {
  gateway: Gateway
  reserved: Reserved
  /** The error code for a refusal of the provider. */
  refusedAs: ErrorCode
}

type Dependencies = Pick<Deps, 'db' | 'lanes' | 'publicRoot' | 'secrets' | 'config'>

/**
 * Opens the payment of a reserved order at its gateway, or changes the open one to the order's amount, and stores its
 * reference. The key names order and attempt, so any number of repetitions open one payment. Runs outside
 * transactions.
 */
export async function startPayment(
  deps: Dependencies,
  { gateway, reserved, refusedAs }: PaymentStart,
): Promise<PaymentState> {
  const { order, changed } = reserved
  try {
    const reference = order.gateway_order_id
    if (reference === null) return await open(deps, gateway, reserved)
    return changed
      ? await adjusted(deps, gateway, { order, reference })
      : await upToDate(deps, gateway, { order, reference })
  } catch (error) {
    throw translated(error, refusedAs)
  }
}

type OpenPayment = { order: OrderRow; reference: string }

/** The open payment of an order, changed to the order's total where an earlier change did not reach the provider. */
export async function upToDate(
  deps: Dependencies,
  gateway: Gateway,
  payment: OpenPayment,
): Promise<PaymentState> {
  const { order, reference } = payment
  const state = await gateway.lookUp(reference)
  if (isBehind(state, gateway, order)) return adjusted(deps, gateway, payment)
  if (order.payment_behind) await noteTold(deps.db, order.id, order.total_minor)
  return state
}

/** An earlier change of the amount did not reach the provider, and the buyer could still pay the old one. */
function isBehind({ kind, amount }: PaymentState, gateway: Gateway, order: OrderRow): boolean {
  const { total_minor: minor, currency } = order
  const isUnpaid = kind === 'created' || kind === 'needs_payment_method' || kind === 'approved'
  return isUnpaid && amount.minor !== gateway.payable({ minor, currency }).minor
}

const attemptsMax = 5

/**
 * Opens the payment. An earlier call for another price or purchaser may have opened one whose answer was lost; its
 * key is then used up, and this becomes another attempt with a new key. When a simultaneous request opened one first,
 * ours is ended before anybody knows of it, and theirs is changed to the order's amount.
 */
async function open(
  deps: Dependencies,
  gateway: Gateway,
  { order, lines }: Reserved,
): Promise<PaymentState> {
  for (let tries = 1; ; tries += 1) {
    // Between two tries another request may have changed the order.
    const charge = tries === 1 ? chargeFor(deps, order, lines) : await chargeNow(deps, order)
    try {
      const state = await gateway.start(charge)
      const first = await rememberPayment(deps, order, state.reference)
      if (first === state.reference) {
        if (order.payment_behind) await noteTold(deps.db, order.id, charge.amount.minor)
        return state
      }
      await gateway.cancel?.(state.reference)
      if (first !== null) return await adjusted(deps, gateway, { order, reference: first })
    } catch (error) {
      const isSpoken = error instanceof GatewayRefused && error.kind === 'key_reused'
      if (!isSpoken || tries === attemptsMax) throw error
    }
    const { attempt, gateway_order_id: first } = await nextAttempt(deps, order)
    if (first !== null) return adjusted(deps, gateway, { order, reference: first })
    order.attempt = attempt
  }
}

/** Changes the payment to the order's present amount and lines. */
async function adjusted(
  deps: Dependencies,
  gateway: Gateway,
  { order, reference }: OpenPayment,
): Promise<PaymentState> {
  if (!gateway.updateAmount) return gateway.lookUp(reference)
  const charge = await chargeNow(deps, order)
  const state = await gateway.updateAmount(reference, charge)
  await noteTold(deps.db, order.id, charge.amount.minor)
  return state
}

/** Begins another attempt, unless another request did so or has a payment already. */
function nextAttempt({ db }: Dependencies, order: OrderRow) {
  return transaction(db, async tx => {
    const current = (await lockOrder(tx, order.id)) ?? order
    if (current.gateway_order_id !== null || current.attempt !== order.attempt) return current
    const attempt = order.attempt + 1
    await updateOrder(tx, order.id, { attempt })
    return { ...current, attempt }
  })
}

/** The installation is part of every key, because several may share a provider account. */
export function idempotencyKey({ secrets }: Pick<Deps, 'secrets'>, order: OrderRow, what = 'pay') {
  return `${secrets.installation}-${order.id}-${order.attempt}-${what}`
}

/** The charge for an order as it is in the database now. */
const chargeNow = async (deps: Dependencies, order: OrderRow): Promise<Charge> =>
  chargeFor(deps, order, await listLines(deps.db, [order.id]))

type ChargedLine = Pick<
  LineRow,
  | 'kind'
  | 'event_id'
  | 'ticket_id'
  | 'fee_id'
  | 'coupon_id'
  | 'name'
  | 'quantity'
  | 'unit_minor'
  | 'total_minor'
>

/**
 * The charge for the provider: the order's own lines, never anything a client sent. The amount is their sum, because
 * a simultaneous request may have changed the order between reading it and its lines.
 */
export function chargeFor(
  deps: Dependencies,
  order: OrderRow,
  lines: readonly ChargedLine[],
): Charge {
  const { currency } = order
  const sum = (some: readonly ChargedLine[]) =>
    some.reduce((total, line) => total + line.total_minor, 0)
  const charged = lines.filter(line => line.kind !== 'coupon')
  const returnUrl = orderUrl({ publicRoot: deps.publicRoot, key: deps.secrets.order }, order)
  return {
    orderId: order.id,
    installation: deps.secrets.installation,
    amount: { minor: sum(lines), currency },
    discount: { minor: sum(charged) - sum(lines), currency },
    description: `Order ${order.id}`,
    idempotencyKey: idempotencyKey(deps, order),
    lines: charged.map(line => ({
      name: line.name,
      sku: skuOf(line),
      quantity: line.quantity,
      unit: { minor: line.unit_minor, currency },
    })),
    eventIds: [...new Set(lines.flatMap(line => line.event_id ?? order.event_id ?? []))],
    metadata: { purchaser_name: order.purchaser_name, purchaser_email: order.purchaser_email },
    receiptEmail: order.purchaser_email,
    returnUrl,
    cancelUrl: returnUrl,
  }
}

function skuOf(line: ChargedLine): string {
  if (isRounding(line)) return 'rounding'
  return line.kind === 'fee' ? `fee-${line.fee_id}` : `ticket-${line.ticket_id}`
}

/** Turns a provider's failure into an API error; the codes of refusals differ by route. */
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
