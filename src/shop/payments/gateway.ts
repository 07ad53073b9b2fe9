import type { Money } from '../../core/money.ts'
import type { Hidden } from './hidden.ts'

export type GatewayName = 'card' | 'wallet' | 'sandbox'

/** What an order remembers as its gateway; nobody stands behind the last two, which no provider moved money for. */
export type RememberedGateway = GatewayName | 'free' | 'staff'

/** A line as the buyer sees it at the provider; `unit` times `quantity` is what it costs. */
export type ChargeLine = { name: string; sku: string; quantity: number; unit: Money }

/** What is to be paid. `amount` must equal the lines minus the discount; a gateway refuses to send anything else. */
export type Charge = {
  orderId: number
  /** Ours, among all that share a provider account: it is kept with the payment. */
  installation: string
  amount: Money
  lines: readonly ChargeLine[]
  /** What a coupon takes off, not negative. */
  discount: Money
  description: string
  /**
   * Names this attempt of this order, unique over all installations that share a provider account. The same key
   * never charges twice; a new attempt (after a decline, or after `keySpent`) needs a new one.
   */
  idempotencyKey: string
  /** Short facts kept at the provider, e.g. purchaser_name, event_name, ticket_names, fees, coupons. */
  metadata?: Readonly<Record<string, string>> | undefined
  receiptEmail?: string | undefined
  /** Where the provider sends the buyer back to. */
  returnUrl?: string | undefined
  cancelUrl?: string | undefined
}

/** Money on its way back. `key` is the idempotency key it was asked with, when the provider still knows it. */
export type KnownRefund = {
  id: string
  amount: Money
  state: 'pending' | 'done' | 'failed'
  key: string | undefined
}

/** `inquiry`: the bank only asks; `open`: the money is taken back for now; `lost`: for good. */
export type KnownDispute = {
  id: string
  amount: Money
  state: 'inquiry' | 'open' | 'won' | 'lost'
}

/** What is known of a payment whatever its state. */
export type PaymentFacts = {
  gateway: GatewayName
  reference: string
  /** The order, as the provider remembers it; ours only if the installation is. */
  orderId: number | undefined
  /** The installation that opened the payment, as the provider remembers it. */
  installation: string | undefined
  /** What was asked for, as the provider says. Compare it with `gateway.payable(total)`. */
  amount: Money
  /** What really came in, before refunds. */
  received: Money
  /** What went back: done and pending refunds, not failed ones. */
  refunded: Money
  refunds: readonly KnownRefund[]
  disputes: readonly KnownDispute[]
  /** The charge or capture that money is given back from. */
  chargeId: string | undefined
  /** For the buyer's browser only. */
  clientSecret: Hidden | undefined
  /** The page at the provider where the buyer agrees, when there is one. */
  approveUrl: string | undefined
}

/** Why money was not taken; `reason` is a sentence for the buyer, `code` the provider's word. */
export type Decline = { code: string; reason: string }

/**
 * Where a payment stands. `created` nobody has tried yet; `needs_payment_method` a try was declined and another may
 * follow on the same reference; `needs_action` the buyer must act (3-D Secure); `processing` the provider
 * works on it; `approved` the buyer agreed, `capture` takes the money; `paid`; `declined`, `cancelled` and
 * `expired` are final at the provider.
 */
export type PaymentState = PaymentFacts &
  (
    | { kind: 'created' | 'needs_action' | 'processing' | 'approved' | 'paid' }
    | { kind: 'needs_payment_method' | 'declined'; decline: Decline }
    | { kind: 'cancelled' | 'expired' }
  )

export type PaymentKind = PaymentState['kind']

/** What a provider's message is about. It is never believed beyond that: the caller looks the truth up. */
export type GatewayEvent = {
  gateway: GatewayName
  /** Unique at the provider; the same for every repetition. */
  id: string
  /** The provider's own word, e.g. `payment_intent.succeeded`. */
  providerType: string
  kind: 'payment' | 'refund' | 'dispute' | 'disconnected' | 'other'
  /** The payment, when the message names it; else `lookUpEvent` finds it. */
  reference: string | undefined
  chargeId: string | undefined
  /** The order, when the message carries the mark of this program; without mark and known reference it is not ours. */
  orderId: number | undefined
  /** The installation that the mark names. */
  installation: string | undefined
  /** The merchant account the message is about, if it says so. */
  accountId: string | undefined
  createdAt: Date
  live: boolean
  /** True when the state of a payment may have changed. */
  refetch: boolean
}

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** `unreadable`: rightly signed, but not a message of this provider. All others are answered with 401. */
export type WebhookVerdict =
  | { kind: 'event'; event: GatewayEvent }
  | { kind: 'refused'; because: 'no_signature' | 'wrong_signature' | 'too_old' | 'unreadable' }

/** How the built-in sandbox is told what the buyer does. */
export type SandboxOutcome = 'succeed' | 'decline' | 'action' | 'delay'

/**
 * A way to be paid. Everything that talks to a provider rejects with `GatewayUnavailable` (effect unknown, may be
 * repeated with the same key) or `GatewayRefused` (no effect). Never call one inside a transaction.
 */
export type Gateway = {
  readonly name: GatewayName
  readonly mode: 'live' | 'test' | 'sandbox'
  /** What this gateway really moves for an amount: some currencies lose their cents on the way. */
  payable(money: Money): Money
  /** Opens a payment. The same idempotency key returns the same payment. */
  start(charge: Charge): Promise<PaymentState>
  /** The truth, from the provider. An unknown reference is `GatewayRefused` `not_found`. */
  lookUp(reference: string): Promise<PaymentState>
  /** Takes the money the buyer agreed to. Returns the state also when it was taken before. */
  capture?(reference: string, idempotencyKey: string): Promise<PaymentState>
  /** Ends an unpaid payment. When it was paid meanwhile, returns that state instead. */
  cancel?(reference: string): Promise<PaymentState>
  /** Sets a new amount on an unpaid payment; repeating it changes nothing. */
  updateAmount?(reference: string, charge: Charge): Promise<PaymentState>
  /** Gives money back, all or part; the same key gives it back once. Returns the state after it. */
  refund?(reference: string, refund: RefundRequest): Promise<PaymentState>
  /** Checks the signature over the raw bytes and reads the message. */
  verifyWebhook?(rawBody: Buffer, headers: WebhookHeaders): Promise<WebhookVerdict>
  /** The payment a message is about, fresh from the provider; undefined when it is about none. */
  lookUpEvent?(event: GatewayEvent): Promise<PaymentState | undefined>
  /** Only the sandbox: stands for what the buyer does at a real provider. */
  simulate?(reference: string, outcome: SandboxOutcome): Promise<PaymentState>
}

export type RefundRequest = {
  amount: Money
  idempotencyKey: string
  /** Shown to the buyer by some providers. */
  reason?: string | undefined
}
