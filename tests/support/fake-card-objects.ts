import type { Stripe } from 'stripe'

// The card processor's resources with all members, as in its published examples and the SDK's types.

export function newIntent(given: {
  id: string
  clientSecret: string
  amount: number
  currency: string
  created: number
  metadata: Record<string, string>
  description: string | null
  receiptEmail: string | null
}): Stripe.PaymentIntent {
  return {
    id: given.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: given.clientSecret,
    confirmation_method: 'automatic',
    created: given.created,
    currency: given.currency,
    customer: null,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

const nobody = {
  address: {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

export function newCharge(given: {
  id: string
  intent: Stripe.PaymentIntent
  paymentMethod: string
  created: number
  failure: { code: string; message: string } | null
}): Stripe.Charge {
  const { intent, failure } = given
  const paid = failure === null
  return {
    id: given.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: nobody,
    calculated_statement_descriptor: null,
    captured: paid,
    created: given.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: failure?.code ?? null,
      seller_message: null,
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: given.paymentMethod,
    payment_method_details: null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

export function newRefund(given: {
  id: string
  charge: Stripe.Charge
  amount: number
  created: number
  metadata: Record<string, string>
  status: 'pending' | 'succeeded'
}): Stripe.Refund {
  const { charge } = given
  return {
    id: given.id,
    object: 'refund',
    amount: given.amount,
    balance_transaction: null,
    charge: charge.id,
    created: given.created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: given.status,
    transfer_reversal: null,
  }
}

const noEvidence: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export function newDispute(given: {
  id: string
  charge: Stripe.Charge
  created: number
  status: Stripe.Dispute['status']
}): Stripe.Dispute {
  const { charge } = given
  return {
    id: given.id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: given.created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: given.created + 604_800,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: given.status,
  }
}

export function newEvent(given: {
  id: string
  type: string
  created: number
  apiVersion: string
  resource: unknown
}) {
  return {
    id: given.id,
    object: 'event',
    api_version: given.apiVersion,
    created: given.created,
    data: { object: given.resource },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: given.type,
  }
}
