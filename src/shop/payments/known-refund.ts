import type { Money } from '../../core/money.ts'
import type { PaymentState, RefundRequest } from './gateway.ts'
import { GatewayRefused } from './gateway-errors.ts'

/**
 * Whether the payment already has the refund that is requested. Providers forget idempotency keys after hours or a
 * day; the key stored with each refund prevents a late repetition from refunding twice.
 */
export function knowsRefund(
  state: PaymentState,
  request: RefundRequest,
  payable: (money: Money) => Money,
): boolean {
  const { idempotencyKey: key, amount } = request
  const earlier = state.refunds.find(refund => refund.key === key && refund.state !== 'failed')
  if (!earlier) return false
  if (earlier.amount.minor === payable(amount).minor) return true
  throw new GatewayRefused(
    'key_reused',
    { provider: state.gateway, operation: 'refund', code: 'key_reused' },
    {
      publicReason: 'This request was made before with other contents.',
      providerName: 'KEY_REUSED',
    },
  )
}
