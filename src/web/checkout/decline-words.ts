import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { PaymentState } from '../../shop/payments/gateway.ts'
import type { MessageKey } from '../words/catalogue.ts'

/** Stripe's decline codes that a buyer can do something about; banks name no reason for most others. */
const byCode: Readonly<Record<string, MessageKey>> = {
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
 * Why the last attempt of a payment was declined, as a sentence of the catalogue. Lost and stolen cards and suspected fraud
 * get the general sentence, as Stripe demands.
 */
export function declineKey(
  { gateway }: Pick<OrderRow, 'gateway'>,
  payment: PaymentState,
): MessageKey {
  const code = 'decline' in payment ? payment.decline.code : ''
  return byCode[code] ?? (gateway === 'wallet' ? 'decline.wallet' : 'decline.other')
}
