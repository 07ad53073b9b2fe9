import type { Stripe } from 'stripe'
import { newCharge, newDispute, newIntent, newRefund } from './fake-card-objects.ts'
import { idMaker } from './fake-random.ts'
import { declines, demandLeast, invalid, refuse, type NewIntent } from './fake-card-refusals.ts'

export type DisputeEnd = 'won' | 'lost' | 'warning_closed' | 'needs_response'

/** Cards by the names of the processor's test cards; a payment with `pm_delayed` succeeds later. */
export type TestCard =
  | 'pm_card_visa'
  | 'pm_card_chargeDeclined'
  | 'pm_card_chargeDeclinedInsufficientFunds'
  | 'pm_card_threeDSecure2Required'
  | 'pm_delayed'

const idOf = (link: string | { id: string } | null) =>
  typeof link === 'string' ? link : (link?.id ?? '')

export type CardBooks = ReturnType<typeof cardBooks>

/** The processor's memory. Every change creates its event messages. */
export function cardBooks(now: () => number, tell: (type: string, resource: object) => void) {
  const intents = new Map<string, Stripe.PaymentIntent>()
  const charges = new Map<string, Stripe.Charge>()
  const refunds = new Map<string, Stripe.Refund>()
  const disputes = new Map<string, Stripe.Dispute>()
  const id = idMaker('card')
  let refundsArrive: 'now' | 'later' = 'now'
  let isEmpty = false

  function find<T>(kind: string, map: Map<string, T>, key: string): T {
    const found = map.get(key)
    if (found) return found
    return refuse(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${kind}: '${key}'`,
      param: 'id',
    })
  }
  const intent = (key: string) => find('payment_intent', intents, key)
  const charge = (key: string) => find('charge', charges, key)

  function mustBe(one: Stripe.PaymentIntent, doing: string, statuses: readonly string[]) {
    if (statuses.includes(one.status)) return
    invalid(`This PaymentIntent's status is ${one.status}; it cannot be ${doing}.`, {
      code: 'payment_intent_unexpected_state',
    })
  }

  function create(given: NewIntent): Stripe.PaymentIntent {
    if (!Number.isInteger(given.amount) || given.amount < 1) {
      invalid('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' })
    }
    if (given.amount > 99_999_999) {
      invalid('Amount must be no more than 999999.99', {
        code: 'amount_too_large',
        param: 'amount',
      })
    }
    demandLeast(given)
    const key = id('pi_fake', 24)
    const made = newIntent({
      ...given,
      id: key,
      clientSecret: id(`${key}_secret_`, 25),
      created: now(),
    })
    intents.set(key, made)
    tell('payment_intent.created', made)
    return made
  }

  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action']

  function update(key: string, change: Partial<NewIntent>): Stripe.PaymentIntent {
    const one = intent(key)
    mustBe(one, 'updated', open)
    if (change.amount !== undefined) {
      if (!Number.isInteger(change.amount) || change.amount < 1) {
        invalid('Invalid positive integer', { param: 'amount' })
      }
      demandLeast({ amount: change.amount, currency: one.currency })
      one.amount = change.amount
    }
    one.metadata = { ...one.metadata, ...change.metadata }
    one.description = change.description ?? one.description
    one.receipt_email = change.receiptEmail ?? one.receipt_email
    return one
  }

  function fail(
    one: Stripe.PaymentIntent,
    card: string,
    why: { code: string; message: string; decline_code?: string },
  ) {
    const made = newCharge({
      id: id('ch_fake', 24),
      intent: one,
      paymentMethod: card,
      created: now(),
      failure: why,
    })
    charges.set(made.id, made)
    one.latest_charge = made.id
    one.status = 'requires_payment_method'
    one.next_action = null
    one.last_payment_error = { type: 'card_error', charge: made.id, ...why }
    tell('charge.failed', made)
    tell('payment_intent.payment_failed', one)
  }

  function succeed(one: Stripe.PaymentIntent, card: string) {
    const made = newCharge({
      id: id('ch_fake', 24),
      intent: one,
      paymentMethod: card,
      created: now(),
      failure: null,
    })
    charges.set(made.id, made)
    one.latest_charge = made.id
    one.amount_received = one.amount
    one.status = 'succeeded'
    one.next_action = null
    one.processing = null
    one.last_payment_error = null
    tell('charge.succeeded', made)
    tell('payment_intent.succeeded', one)
  }

  /** The buyer's browser confirms with a card. A declined card is an error, as at the processor. */
  function confirm(key: string, card: string): Stripe.PaymentIntent {
    const one = intent(key)
    mustBe(one, 'confirmed', open)
    one.payment_method = card
    const decline = declines[card]
    if (decline) {
      fail(one, card, { code: 'card_declined', ...decline })
      refuse(402, { type: 'card_error', code: 'card_declined', ...decline })
    }
    if (card === 'pm_card_threeDSecure2Required') {
      one.status = 'requires_action'
      one.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
      tell('payment_intent.requires_action', one)
    } else if (card === 'pm_delayed') {
      one.status = 'processing'
      tell('payment_intent.processing', one)
    } else succeed(one, card)
    return one
  }

  /** The buyer passes 3-D Secure, or fails it. */
  function authenticate(key: string, passes: boolean): Stripe.PaymentIntent {
    const one = intent(key)
    mustBe(one, 'authenticated', ['requires_action'])
    const card = idOf(one.payment_method)
    if (passes) succeed(one, card)
    else {
      fail(one, card, {
        code: 'payment_intent_authentication_failure',
        message: 'The provided payment method has failed authentication.',
      })
    }
    return one
  }

  /** A delayed payment succeeds, or fails. */
  function finish(key: string, arrives: boolean): Stripe.PaymentIntent {
    const one = intent(key)
    mustBe(one, 'finished', ['processing'])
    if (arrives) succeed(one, idOf(one.payment_method))
    else {
      fail(one, idOf(one.payment_method), {
        code: 'payment_method_provider_decline',
        message: 'The payment was declined by its provider.',
      })
    }
    return one
  }

  function cancel(key: string, reason: string | null): Stripe.PaymentIntent {
    const one = intent(key)
    mustBe(one, 'canceled', [...open, 'processing'])
    one.status = 'canceled'
    one.canceled_at = now()
    one.cancellation_reason = reason
    one.next_action = null
    tell('payment_intent.canceled', one)
    return one
  }

  function refund(given: {
    intent: string
    amount: number | undefined
    metadata: Record<string, string>
  }) {
    const one = intent(given.intent)
    const paid = typeof one.latest_charge === 'string' ? charge(one.latest_charge) : undefined
    if (!paid?.paid) {
      return invalid('This PaymentIntent does not have a successful charge to refund.', {
        code: 'payment_intent_unexpected_state',
      })
    }
    const won = (one: Stripe.Dispute) => one.status === 'won' || one.status === 'warning_closed'
    if (disputesOf(given.intent).some(dispute => !won(dispute))) {
      invalid('Charge has been charged back.', { code: 'charge_disputed' })
    }
    const left = paid.amount - paid.amount_refunded
    if (left === 0) {
      invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
    }
    const amount = given.amount ?? left
    if (!Number.isInteger(amount) || amount < 1 || amount > left) {
      invalid('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' })
    }
    if (isEmpty) {
      invalid('Insufficient funds in your account to refund.', { code: 'balance_insufficient' })
    }
    const status = refundsArrive === 'now' ? 'succeeded' : 'pending'
    const { metadata } = given
    const made = newRefund({
      id: id('re_fake', 24),
      charge: paid,
      amount,
      created: now(),
      metadata,
      status,
    })
    refunds.set(made.id, made)
    paid.amount_refunded += amount
    paid.refunded = paid.amount_refunded === paid.amount
    tell('refund.created', made)
    tell('charge.refunded', paid)
    return made
  }

  const disputesOf = (key: string) =>
    [...disputes.values()].filter(one => one.payment_intent === key)

  /** A pending refund succeeds, or bounces and returns the money to the merchant. */
  function finishRefund(key: string, arrives: boolean): Stripe.Refund {
    const one = find('refund', refunds, key)
    if (one.status !== 'pending') return invalid('This refund is not pending.')
    one.status = arrives ? 'succeeded' : 'failed'
    const paid = charge(idOf(one.charge))
    if (!arrives) {
      one.failure_reason = 'expired_or_canceled_card'
      paid.amount_refunded -= one.amount
      paid.refunded = false
    }
    tell(arrives ? 'refund.updated' : 'refund.failed', one)
    tell('charge.refund.updated', one)
    return one
  }

  /** The buyer's bank disputes the payment and takes the money back. */
  function dispute(
    key: string,
    status: Stripe.Dispute['status'] = 'needs_response',
  ): Stripe.Dispute {
    const paid = charge(idOf(intent(key).latest_charge))
    const made = newDispute({ id: id('dp_fake', 24), charge: paid, created: now(), status })
    disputes.set(made.id, made)
    paid.disputed = true
    tell('charge.dispute.created', made)
    return made
  }

  function closeDispute(key: string, status: DisputeEnd): Stripe.Dispute {
    const one = find('dispute', disputes, key)
    one.status = status
    tell('charge.dispute.closed', one)
    return one
  }

  return {
    create,
    update,
    confirm,
    authenticate,
    finish,
    cancel,
    refund,
    finishRefund,
    dispute,
    closeDispute,
    intent,
    charge,
    refundById: (key: string) => find('refund', refunds, key),
    refundsOf: (key: string) =>
      [...refunds.values()]
        .filter(one => one.payment_intent === key || one.charge === key)
        .toReversed(),
    disputesOf,
    intents: () => [...intents.values()],
    charges: () => [...charges.values()],
    emptyBalance: (empty: boolean) => {
      isEmpty = empty
    },
    refunds: () => [...refunds.values()],
    setRefunds: (arrive: 'now' | 'later') => {
      refundsArrive = arrive
    },
  }
}
