import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { PaymentState } from '../../shop/payments/gateway.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'

/** The decline codes of Stripe that a buyer can do something about; for most others banks name no reason. */
const byCode: Readonly<Record<string, PlainKey>> = {
  insufficient_funds: 'decline.funds',
  expired_card: 'decline.expired',
  incorrect_number: 'decline.digits',
  invalid_number: 'decline.digits',
  incorrect_cvc: 'decline.digits',
  invalid_cvc: 'decline.digits',
  invalid_expiry_month: 'decline.digits',
  invalid_expiry_year: 'decline.digits',
  incorrect_zip: 'decline.digits',
  authentication_required: 'decline.unconfirmed',
  authentication_not_handled: 'decline.unconfirmed',
  payment_intent_authentication_failure: 'decline.unconfirmed',
  card_velocity_exceeded: 'decline.limit',
  withdrawal_count_limit_exceeded: 'decline.limit',
  card_not_supported: 'decline.unsupported',
  currency_not_supported: 'decline.unsupported',
  issuer_not_available: 'decline.later',
  processing_error: 'decline.later',
  reenter_transaction: 'decline.later',
  try_again_later: 'decline.later',
}

/**
 * The reason for the last decline, as a sentence of the catalogue. Stripe demands the general sentence for lost or
 * stolen cards and suspected fraud.
 */
export function declineKey(
  { gateway }: Pick<OrderRow, 'gateway'>,
  payment: PaymentState,
): PlainKey {
  const code = 'decline' in payment ? payment.decline.code : ''
  return byCode[code] ?? (gateway === 'wallet' ? 'decline.wallet' : 'decline.other')
}
