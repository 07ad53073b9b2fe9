import { createHash } from 'node:crypto'
import { assertAddsUp } from '../amounts.ts'
import type { Charge, Gateway, PaymentState, RefundRequest, SandboxOutcome } from '../gateway.ts'
import { GatewayRefused, type RefusalKind } from '../gateway-errors.ts'
import { operationKey } from '../retry.ts'
import {
  act,
  arrived,
  delayed,
  givenUp,
  isOpen,
  newRecord,
  refundedMinor,
  type SandboxRecord,
  type SandboxStore,
  sandboxDecline,
  stateOfRecord,
} from './record.ts'

export type SandboxOptions = {
  /** The provider that it replaces: the card processor pays at once, the wallet is approved and captured. */
  flow: 'card' | 'wallet'
  store: SandboxStore
  clock: { now(): Date }
  random: { token(bytes: number): string }
  /** Whether it takes no payments any more: paid ones can be refunded, unpaid ones never complete. */
  ended?: boolean
}

/**
 * The built-in gateway: everything works without keys, and **no money moves**. It keeps nothing outside its store, so
 * payments survive a restart and all processes see the same.
 */
export function sandboxGateway(options: SandboxOptions): Gateway {
  if (options.ended) return endedSandbox(options)
  const common: Gateway = {
    name: 'sandbox',
    mode: 'sandbox',
    payable: money => money,
    start: charge => start(options, charge),
    lookUp: reference => change(options, reference, record => record),
    updateAmount: (reference, charge) => updateAmount(options, reference, charge),
    refund: (reference, request) => refund(options, reference, request),
    simulate: (reference, outcome, demand) =>
      change(options, reference, (record, nowMs) => {
        demand?.(stateOfRecord(record))
        return act(record, outcome, nowMs)
      }),
  }
  return options.flow === 'wallet'
    ? { ...common, capture: (reference, _, outcome) => capture(options, reference, outcome) }
    : { ...common, cancel: reference => change(options, reference, cancelled) }
}

function endedSandbox(options: SandboxOptions): Gateway {
  const present = (reference: string) => change(options, reference, record => record)
  return {
    name: 'sandbox',
    mode: 'sandbox',
    payable: money => money,
    start: async () => refuse('wrong_state', 'start', endedIssue),
    lookUp: present,
    cancel: present,
    refund: (reference, request) => refund(options, reference, request),
  }
}

const cancelled = (record: SandboxRecord): SandboxRecord =>
  isOpen(record) && record.kind !== 'processing' ? { ...record, kind: 'cancelled' } : record

const reasons: Readonly<Partial<Record<RefusalKind, string>>> = {
  declined: sandboxDecline.reason,
  not_found: 'There is no such payment.',
  key_reused: 'This request was made before with other contents.',
  too_much: 'More than is left of the payment cannot be given back.',
}

const endedIssue = 'SANDBOX_ENDED'

function refuse(kind: RefusalKind, operation: string, issue: string): never {
  const reason =
    issue === endedIssue
      ? 'Payments are not simulated here any more.'
      : (reasons[kind] ?? 'The payment is not in a state that allows this.')
  throw new GatewayRefused(
    kind,
    { provider: 'sandbox', operation, code: issue },
    {
      publicReason: reason,
      providerName: 'UNPROCESSABLE_ENTITY',
      details: [{ issue, description: reason }],
    },
  )
}

/** The reference follows from the key, so that the same key finds the same payment in any process. */
function referenceFor(flow: SandboxOptions['flow'], idempotencyKey: string): string {
  const digest = createHash('sha256').update(operationKey(flow, idempotencyKey)).digest()
  return flow === 'card'
    ? `pi_sandbox_${digest.toString('base64url').slice(0, 24)}`
    : `SANDBOX${digest.toString('hex').slice(0, 20).toUpperCase()}`
}

async function start(options: SandboxOptions, charge: Charge): Promise<PaymentState> {
  assertAddsUp(charge)
  const { flow, store, random } = options
  const reference = referenceFor(flow, charge.idempotencyKey)
  const clientSecret = `${reference}_secret_${random.token(18)}`
  const record = newRecord(charge, { reference, flow, clientSecret })
  if (await store.save(record, 0)) return stateOfRecord(record)
  if (await store.hasEnded()) refuse('wrong_state', 'start', endedIssue)
  const state = await change(options, reference, record => record)
  const { minor, currency } = charge.amount
  const same = state.orderId === charge.orderId && state.amount.currency === currency
  // A request with the same key is the same request even if the amount was updated since; a payment of another order
  // is not.
  if (!same || (state.kind === 'created' && state.amount.minor !== minor)) {
    refuse('key_reused', 'start', 'KEY_REUSED')
  }
  return state
}

/** Changes a record in one step, whatever other processes do meanwhile. */
async function change(
  { store, clock, ended = false }: SandboxOptions,
  reference: string,
  apply: (record: SandboxRecord, nowMs: number) => SandboxRecord,
): Promise<PaymentState> {
  for (;;) {
    const payment = await store.load(reference)
    if (!payment) return refuse('not_found', 'lookUp', 'RESOURCE_NOT_FOUND')
    const nowMs = clock.now().getTime()
    const next = apply(ended ? givenUp(payment) : arrived(payment, nowMs), nowMs)
    if (next === payment) return stateOfRecord(payment)
    const saved = { ...next, version: payment.version + 1 }
    // A save fails only when another change was saved, so each round makes progress and the loop ends.
    if (await store.save(saved, payment.version, { evenEnded: ended })) return stateOfRecord(saved)
    if (!ended && (await store.hasEnded())) refuse('wrong_state', 'change', endedIssue)
  }
}

function capture(options: SandboxOptions, reference: string, outcome?: SandboxOutcome) {
  return change(options, reference, (payment, nowMs) => {
    const record = outcome === undefined ? payment : act(payment, outcome, nowMs)
    if (record.kind === 'cancelled') return refuse('wrong_state', 'capture', 'ORDER_NOT_APPROVED')
    if (record.kind === 'needs_action') {
      return refuse('wrong_state', 'capture', 'PAYER_ACTION_REQUIRED')
    }
    if (record.kind === 'paid' || record.kind === 'processing') return record
    // Without a page of a provider, the request to capture counts as the buyer's approval.
    if (outcome === 'decline') return refuse('declined', 'capture', sandboxDecline.code)
    return outcome === 'delay' ? delayed(record, nowMs) : { ...record, kind: 'paid' }
  })
}

function updateAmount(options: SandboxOptions, reference: string, charge: Charge) {
  assertAddsUp(charge)
  return change(options, reference, record => {
    const { minor, currency } = charge.amount
    if (!isOpen(record) || record.kind === 'processing' || record.currency !== currency) {
      return refuse('wrong_state', 'updateAmount', 'WRONG_STATE')
    }
    return record.amountMinor === minor ? record : { ...record, amountMinor: minor }
  })
}

function refund(options: SandboxOptions, reference: string, request: RefundRequest) {
  const key = operationKey('refund', request.idempotencyKey)
  return change(options, reference, record => {
    const { minor, currency } = request.amount
    const before = record.refunds.find(refund => refund.key === request.idempotencyKey)
    if (before)
      return before.minor === minor ? record : refuse('key_reused', 'refund', 'KEY_REUSED')
    if (record.kind !== 'paid') return refuse('wrong_state', 'refund', 'NOT_PAID')
    const left = record.amountMinor - refundedMinor(record)
    if (currency !== record.currency || minor <= 0 || minor > left) {
      return refuse('too_much', 'refund', 'REFUND_AMOUNT_EXCEEDED')
    }
    const id = `re_sandbox_${createHash('sha256').update(`${reference}.${key}`).digest('hex').slice(0, 20)}`
    return { ...record, refunds: [...record.refunds, { id, key: request.idempotencyKey, minor }] }
  })
}
