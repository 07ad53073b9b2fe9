import { assertAddsUp, payableByWallet, sum, walletDecimal } from '../amounts.ts'
import type {
  Charge,
  Gateway,
  GatewayEvent,
  KnownDispute,
  PaymentState,
  RefundRequest,
} from '../gateway.ts'
import { GatewayRefused } from '../gateway-errors.ts'
import { knowsRefund } from '../known-refund.ts'
import { walletCertificates } from './certificates.ts'
import { keyReused, unknownReference } from './errors.ts'
import { readWalletEvent } from './events.ts'
import { walletHosts } from './http.ts'
import { orderRequest, purchaseUnit } from './request.ts'
import {
  answerTo,
  ask,
  connectWallet,
  safeId,
  type WalletConnection,
  type WalletOptions,
} from './api.ts'
import {
  knownRefund,
  orderOfCapture,
  stateOfOrder,
  type WireCapture,
  type WireOrder,
  type WireRefund,
} from './state.ts'
import { checkWalletSignature, walletTransmission } from '../webhook-signature.ts'

/** Wallet payments through PayPal. */
export function paypalGateway(options: WalletOptions): Gateway {
  const connection = connectWallet(options)
  const certificates = walletCertificates({
    origins: options.apiBase ? [new URL(options.apiBase).origin] : walletHosts[options.environment],
    clock: options.clock,
    timeoutMs: 5_000,
  })
  return {
    name: 'wallet',
    mode: options.environment === 'live' ? 'live' : 'test',
    payable: payableByWallet,
    start: charge => start(connection, charge),
    lookUp: reference => lookUp(connection, reference),
    capture: (reference, key) => capture(connection, reference, key),
    updateAmount: (reference, charge) => updateAmount(connection, reference, charge),
    refund: (reference, request) => refund(connection, reference, request),
    lookUpEvent: event => lookUpEvent(connection, event),
    async verifyWebhook(rawBody, headers) {
      const transmission = walletTransmission(headers)
      if (!transmission || !options.webhookId) return { kind: 'refused', because: 'no_signature' }
      const certificate = await certificates.at(transmission.certificateUrl)
      if (!certificate) return { kind: 'refused', because: 'wrong_signature' }
      const { webhookId, clock } = options
      const now = clock.now()
      const signed = { rawBody, transmission, webhookId, certificate, now }
      const verdict = checkWalletSignature(signed)
      if (verdict !== 'right') return { kind: 'refused', because: verdict }
      const event = readWalletEvent(rawBody, options.environment === 'live')
      return event ? { kind: 'event', event } : { kind: 'refused', because: 'unreadable' }
    },
  }
}

/** Whether an answer has the amount of the order; short answers do not. */
const isWhole = (order: WireOrder) => order.purchase_units?.[0]?.amount !== undefined

const orders = '/v2/checkout/orders'
const captures = '/v2/payments/captures'

async function start(connection: WalletConnection, charge: Charge): Promise<PaymentState> {
  assertAddsUp(charge)
  const order = await ask<WireOrder>(connection, {
    operation: 'start',
    method: 'POST',
    path: orders,
    body: orderRequest(charge, connection.merchantId),
    idempotencyKey: charge.idempotencyKey,
  })
  const state = order.purchase_units ? stateOfOrder(order) : await lookUp(connection, order.id)
  // A used key is answered with its first result, whatever is sent now.
  if (state.amount.minor !== payableByWallet(charge.amount).minor) throw keyReused('start')
  return state
}

async function lookUp(connection: WalletConnection, reference: string): Promise<PaymentState> {
  const path = `${orders}/${safeId(reference)}`
  return stateOfOrder(
    await ask<WireOrder>(connection, { operation: 'lookUp', method: 'GET', path }),
  )
}

/**
 * Captures an approved order. The answer to a capture that took the money now is its state. Any other is looked up: a
 * repeated answer may be old, and a capture under review may be over.
 */
async function capture(
  connection: WalletConnection,
  reference: string,
  idempotencyKey: string,
): Promise<PaymentState> {
  const id = safeId(reference)
  try {
    const { answer, isNew } = await answerTo<WireOrder>(connection, {
      operation: 'capture',
      method: 'POST',
      path: `${orders}/${id}/capture`,
      body: {},
      idempotencyKey,
    })
    const state = isNew && isWhole(answer) ? stateOfOrder(answer) : undefined
    if (state?.kind === 'paid') return state
  } catch (error) {
    // It was captured before, in any way: the state says so. Every other error stays a refusal.
    const before = error instanceof GatewayRefused && error.facts.code === 'ORDER_ALREADY_CAPTURED'
    if (!before) throw error
  }
  return lookUp(connection, reference)
}

async function updateAmount(
  connection: WalletConnection,
  reference: string,
  charge: Charge,
): Promise<PaymentState> {
  assertAddsUp(charge)
  const id = safeId(reference)
  const unit = purchaseUnit(charge, connection.merchantId)
  const path = `/purchase_units/@reference_id=='${charge.orderId}'`
  await ask(connection, {
    operation: 'updateAmount',
    method: 'PATCH',
    path: `${orders}/${id}`,
    body: [
      { op: 'replace', path: `${path}/amount`, value: unit.amount },
      { op: 'replace', path: `${path}/items`, value: unit.items },
    ],
  })
  return lookUp(connection, reference)
}

async function refund(
  connection: WalletConnection,
  reference: string,
  request: RefundRequest,
): Promise<PaymentState> {
  const before = await lookUp(connection, reference)
  if (knowsRefund(before, request, payableByWallet)) return before
  const { chargeId } = before
  if (!chargeId) throw unknownReference('refund')
  const made = await ask<WireRefund>(connection, {
    operation: 'refund',
    method: 'POST',
    path: `${captures}/${safeId(chargeId)}/refund`,
    idempotencyKey: request.idempotencyKey,
    body: {
      amount: { currency_code: request.amount.currency, value: walletDecimal(request.amount) },
      custom_id: request.idempotencyKey,
      ...(request.reason && { note_to_payer: request.reason.slice(0, 255) }),
    },
  })
  const earlier = knownRefund(made, request.amount.currency)
  if (made.amount && earlier.amount.minor !== payableByWallet(request.amount).minor) {
    throw keyReused('refund')
  }
  const state = await lookUp(connection, reference)
  return state.refunds.some(({ id }) => id === earlier.id) ? state : withRefund(state, earlier)
}

// The order may show a refund a moment later than the answer to it.
function withRefund(state: PaymentState, made: ReturnType<typeof knownRefund>): PaymentState {
  const back = made.state === 'failed' ? [] : [made.amount]
  return {
    ...state,
    refunds: [...state.refunds, made],
    refunded: sum([state.refunded, ...back], state.amount.currency),
  }
}

async function lookUpEvent(
  connection: WalletConnection,
  event: GatewayEvent,
): Promise<PaymentState | undefined> {
  if (!event.refetch) return undefined
  const reference = event.reference ?? (await orderOf(connection, event.chargeId))
  if (!reference) return undefined
  const state = await lookUp(connection, reference)
  return { ...state, disputes: disputesWith(state, event) }
}

/**
 * The disputes of a payment with what only the signed message shows: that the money was reversed, that the wallet asks about it
 * before it holds it back, by when it wants an answer, and that it asks no more.
 */
function disputesWith(state: PaymentState, event: GatewayEvent): readonly KnownDispute[] {
  const { chargeId, dispute, providerType } = event
  const one = (stands: KnownDispute['state']): KnownDispute => ({
    id: chargeId ?? event.id,
    amount: state.received,
    state: stands,
    ...(dispute?.answerBy && { answerBy: dispute.answerBy }),
  })
  if (state.disputes.length > 0) {
    const { answerBy } = dispute ?? {}
    return state.disputes.map(shown =>
      answerBy && shown.state === 'open' && shown.id === chargeId ? { ...shown, answerBy } : shown,
    )
  }
  if (providerType === 'PAYMENT.CAPTURE.REVERSED') return [one('lost')]
  if (!dispute || chargeId === undefined) return []
  if (!dispute.isEnded) return [one('inquiry')]
  // Where the buyer was right the money goes back, of which other messages tell.
  return dispute.isForBuyer ? [] : [one('won')]
}

async function orderOf(connection: WalletConnection, chargeId: string | undefined) {
  if (!chargeId) return undefined
  const path = `${captures}/${safeId(chargeId)}`
  const capture = await ask<WireCapture>(connection, {
    operation: 'lookUp capture',
    method: 'GET',
    path,
  })
  return orderOfCapture(capture)
}
