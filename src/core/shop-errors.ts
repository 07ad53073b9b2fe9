/** Errors about carts, coupons, fees, orders and payments; part of the error table. */
export const shopErrors = {
  // Cart, coupons, fees
  'post-has-no-tickets': { status: 403, message: '' },
  'ticket-does-not-exist': { status: 404, message: 'The ticket does not exist.' },
  'ticket-capacity-not-available': { status: 409, message: 'Not enough places are left.' },
  'cart-too-large': { status: 400, message: "The cart's total is too large." },
  'too-many-holds': {
    status: 429,
    message: 'Too many open carts from this network; order or empty one first.',
  },
  'sale-is-busy': {
    status: 429,
    message: 'Too many buyers are ordering right now; nothing was done, try again in a moment.',
  },
  tickets_create_coupon_error: { status: 400, message: 'The coupon could not be created.' },
  tickets_coupon_exists: { status: 409, message: 'There is already a coupon with this slug.' },
  tickets_coupon_not_found: { status: 404, message: 'There is no coupon with this id.' },
  tickets_apply_coupon_error: { status: 400, message: 'Invalid coupon.' },
  tickets_fee_exists: { status: 409, message: 'There is already a fee with this slug.' },
  tickets_fee_not_found: { status: 404, message: 'There is no fee with this id.' },
  tickets_commerce_update_fees_for_ticket_error: {
    status: 400,
    message: 'The following fees are not selectable',
  },

  // Orders and payments
  'invalid-purchaser-info': {
    status: 400,
    message: "The purchaser's name or email address is missing or not valid.",
  },
  'attendee-names-missing': {
    status: 400,
    message: 'This ticket requires a name and an email address for each attendee.',
  },
  'tec-tc-empty-cart': { status: 400, message: 'The cart is empty: send cart_hash of POST /cart.' },
  'tec-tc-insufficient-stock': {
    status: 400,
    message: 'Not enough places are left for this order.',
  },
  tec_tickets_commerce_free_order_invalid_cart: {
    status: 400,
    message: 'The cart of cart_hash is empty or costs something; only free carts need no payment.',
  },
  'cart-total-changed': {
    status: 409,
    message: "The cart's total differs from `expected_total`; nothing was ordered.",
  },
  'cart-tickets-changed': { status: 409, message: 'The cart has other tickets than were shown.' },
  'order-not-found': { status: 404, message: 'There is no order with this id.' },
  'order-move-not-allowed': {
    status: 409,
    message: "The order's status does not allow this action.",
  },
  'refund-not-possible': {
    status: 409,
    message: 'The requested refund exceeds what is left to refund of this order.',
  },
  'payment-provider-unavailable': {
    status: 502,
    message:
      'The payment provider cannot be reached right now. Try again: nothing is charged twice.',
  },
  'payment-provider-not-configured': {
    status: 501,
    message: 'This payment method is not configured; nothing was ordered.',
  },
  'tec-tc-gateway-stripe-failed-creating-payment-intent': {
    status: 400,
    message: 'The payment could not be started.',
  },
  'tec-tc-gateway-stripe-failed-payment': { status: 402, message: 'The payment failed.' },
  'tec-tc-gateway-stripe-order-not-found': {
    status: 404,
    message:
      'There is no order for this payment. The address ends with the `payment_intent_id` that began it, not with the `order_id`.',
  },
  'tec-tc-gateway-stripe-failed-getting-payment-intent': {
    status: 400,
    message: 'The payment could not be read.',
  },
  'tec-tc-gateway-stripe-failed-payment-intent-id': {
    status: 400,
    message: 'This payment belongs to another order.',
  },
  'tec-tc-gateway-stripe-failed-payment-intent-secret': {
    status: 400,
    message: 'The client secret does not match the payment.',
  },
  'tec-tc-gateway-stripe-payment-intent-order-mismatch': {
    status: 400,
    message: "The payment's amount differs from the order's total.",
  },
  'tec-tickets-commerce-stripe-webhook-invalid-payload': {
    status: 400,
    message: "The webhook's body is not an event of the payment provider.",
  },
  'tec-tc-gateway-paypal-failed-creating-order': {
    status: 400,
    message: 'The wallet order could not be created.',
  },
  'tec-tc-gateway-paypal-nonexistent-order-id': {
    status: 404,
    message: 'There is no order for this wallet order.',
  },
  'tec-tc-gateway-paypal-failed-capture': {
    status: 402,
    message: 'The wallet payment could not be captured.',
  },
  'tec-tc-gateway-paypal-invalid-capture-status': {
    status: 400,
    message: 'The wallet payment has an unknown status.',
  },
  'tec-tc-gateway-paypal-capture-declined': {
    status: 402,
    message: 'The wallet payment was declined.',
  },
  'tec-tc-gateway-paypal-invalid-failed-status': {
    status: 400,
    message: '`status` is not a status of failed orders.',
  },
} as const
