import type { Money } from '../../core/money.ts'
import type { Hidden } from './hidden.ts'

export type GatewayName = 'card' | 'wallet' | 'sandbox'

/** The gateways that an order may have. `free` and `staff` have no provider, and that of `external` is not connected here. */
export type RememberedGateway = GatewayName | 'free' | 'staff' | 'external'

/** A line as the buyer sees it at the provider; `unit` times `quantity` is what it costs. */
export type ChargeLine = { name: string; sku: string; quantity: number; unit: Money }

/** What is to be paid. `amount` must equal the lines minus the discount, or the gateway refuses to send it. */
export type Charge = {
  orderId: number
  /** Our installation, stored with the payment because several may share a provider account. */
  installation: string
  amount: Money
  lines: readonly ChargeLine[]
  /** The coupon's discount, not negative. */
  discount: Money
  description: string
  /**
   * The idempotency key of this attempt of this order, unique over all installations that share a provider account.
   * The same key never charges twice. A new attempt (after a decline, or after `keySpent`) needs a new one.
   */
  idempotencyKey: string
  /** The events that are paid for, stored with the payment. */
  eventIds?: readonly number[]
  /** Short facts stored at the provider, such as purchaser_name, event_name, ticket_names, fees, coupons. */
  metadata?: Readonly<Record<string, string>> | undefined
  receiptEmail?: string | undefined
  /** The address to which the provider sends the buyer back. */
  returnUrl?: string | undefined
  cancelUrl?: string | undefined
}

/** A refund. `key` is its idempotency key, when the provider still knows it. */
export type KnownRefund = {
  id: string
  amount: Money
  state: 'pending' | 'done' | 'failed'
  key: string | undefined
  /** The attendees whose places end with it, where whoever made it at the provider wrote that down there. */
  attendees?: readonly number[]
}

/** `inquiry`: the bank only asks; `open`: the money is held back for now; `lost`: for good. */
export type KnownDispute = {
  id: string
  amount: Money
  state: 'inquiry' | 'open' | 'won' | 'lost'
  /** By when the provider wants an answer, where it says so. */
  answerBy?: Date
}

/** The members of a payment in every state. */
export type PaymentFacts = {
  gateway: GatewayName
  reference: string
  /** The order number stored at the provider; it is ours only if the installation is. */
  orderId: number | undefined
  /** The installation stored at the provider. */
  installation: string | undefined
  /** The requested amount, as the provider reports it. Compare it with `gateway.payable(total)`. */
  amount: Money
  /** The amount received, before refunds. */
  received: Money
  /** Refunds that are done or pending, without failed ones. */
  refunded: Money
  refunds: readonly KnownRefund[]
  disputes: readonly KnownDispute[]
  /** The charge or capture to which refunds belong. */
  chargeId: string | undefined
  /** A secret for the buyer's browser only. */
  clientSecret: Hidden | undefined
  /** The provider's page on which the buyer approves the payment, if there is one. */
  approveUrl: string | undefined
}

/** Why the payment failed: `reason` is a sentence for the buyer, `code` the provider's word. */
export type Decline = { code: string; reason: string }

/**
 * The state of a payment. `created`: not tried yet. `needs_payment_method`: a try was declined, and another may
 * follow on the same reference. `needs_action`: the buyer must act (3-D Secure). `processing`: the provider works on
 * it. `approved`: the buyer agreed, and `capture` takes the money. `paid`. `declined`, `cancelled` and `expired` are
 * final at the provider.
 */
export type PaymentState = PaymentFacts &
  (
    | { kind: 'created' | 'needs_action' | 'processing' | 'approved' | 'paid' }
    | { kind: 'needs_payment_method' | 'declined'; decline: Decline }
    | { kind: 'cancelled' | 'expired' }
  )

export type PaymentKind = PaymentState['kind']

/** What a message about a dispute says of it that the payment does not show. */
export type DisputeTold = { isEnded: boolean; isForBuyer: boolean; answerBy?: Date }

/** Money that a provider took, as its own list has it. */
export type ListedPayment = Pick<PaymentFacts, 'reference' | 'orderId' | 'installation'> & {
  /** The events in the mark on the payment; payments made before releases that write them have none. */
  eventIds: readonly number[]
  /** What was taken and not given back since. */
  held: Money
  at: Date
}

/** One page of a provider's list, the newest first; `next` is where the following page begins. */
export type PaymentPage = {
  payments: readonly ListedPayment[]
  /** How many payments the page has, also those that were declined, and when the oldest of them was made. */
  looked: number
  oldest: Date | undefined
  next: string | undefined
}

/**
 * The subject of a provider's message. Nothing else in a message is believed, but for what no payment shows and `dispute` has:
 * the caller reads the payment from the provider.
 */
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
  /**
   * The order in the mark that we leave on payments; a message without our mark and with an unknown reference is not
   * ours.
   */
  orderId: number | undefined
  /** The installation named in the mark on the payment. */
  installation: string | undefined
  /** The merchant account that the message is about, if it says so. */
  accountId: string | undefined
  createdAt: Date
  live: boolean
  /** True when the state of a payment may have changed. */
  refetch: boolean
  dispute?: DisputeTold
}

export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** `unreadable`: validly signed, but no message of this provider. All other refusals are answered with 401. */
export type WebhookVerdict =
  | { kind: 'event'; event: GatewayEvent }
  | { kind: 'refused'; because: 'no_signature' | 'wrong_signature' | 'too_old' | 'unreadable' }

/** The buyer's choices in the built-in sandbox. */
export type SandboxOutcome = 'succeed' | 'decline' | 'action' | 'delay'

/**
 * A way of paying. Methods that call a provider reject with `GatewayUnavailable` (effect unknown, may be repeated
 * with the same key) or `GatewayRefused` (no effect). Never call one inside a transaction.
 */
export type Gateway = {
  readonly name: GatewayName
  readonly mode: 'live' | 'test' | 'sandbox'
  /** The amount that this gateway can move; in some currencies it moves no decimals. */
  payable(money: Money): Money
  /** Opens a payment. The same idempotency key returns the same payment. */
  start(charge: Charge): Promise<PaymentState>
  /** Reads the payment from the provider. An unknown reference is `GatewayRefused` `not_found`. */
  lookUp(reference: string): Promise<PaymentState>
  /**
   * Takes the money that the buyer approved. Returns the state also when it was taken before. `outcome` is for the
   * sandbox only: what its buyer would do first.
   */
  capture?(
    reference: string,
    idempotencyKey: string,
    outcome?: SandboxOutcome,
  ): Promise<PaymentState>
  /** Ends an unpaid payment. When it was paid meanwhile, returns that state instead. */
  cancel?(reference: string): Promise<PaymentState>
  /** Sets a new amount on an unpaid payment; repeating it changes nothing. */
  updateAmount?(reference: string, charge: Charge): Promise<PaymentState>
  /** Refunds all or part; the same key refunds once. Returns the state afterwards. */
  refund?(reference: string, refund: RefundRequest): Promise<PaymentState>
  /** Checks the signature over the raw bytes and reads the message. */
  verifyWebhook?(rawBody: Buffer, headers: WebhookHeaders): Promise<WebhookVerdict>
  /** The payment that a message is about, read from the provider; undefined when it is about none. */
  lookUpEvent?(event: GatewayEvent): Promise<PaymentState | undefined>
  /** A page of what the provider took since then, whoever asked for it; only where a provider has such a list. */
  listTaken?(since: Date, after?: string): Promise<PaymentPage>
  /**
   * Only in the sandbox: does what the buyer would do at a real provider. `demand` gets the payment as it is before, and
   * throws if this is not for the buyer to do.
   */
  simulate?(
    reference: string,
    outcome: SandboxOutcome,
    demand?: (state: PaymentState) => void,
  ): Promise<PaymentState>
}

export type RefundRequest = {
  amount: Money
  idempotencyKey: string
  /** The name that some providers show to the buyer. */
  reason?: string | undefined
}
