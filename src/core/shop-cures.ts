/** Causes and cures of what is refused in carts, orders and payments; part of `errorCures`. */
export const shopCures = {
  'post-has-no-tickets': ['The event sells no tickets.', 'Check `post_id`.'],
  'ticket-does-not-exist': [
    'A line of the cart names no ticket.',
    'Send an id from `GET /tickets`.',
  ],
  'ticket-capacity-not-available': [
    'Fewer places are free than the cart asks for; nothing was held.',
    'Ask for at most `available`, which `data.validation_errors` has for each ticket. Places in carts come back within `HOLD_MINUTES`.',
  ],
  'cart-too-large': ['The total exceeds what can be counted exactly.', 'Order in parts.'],
  'too-many-holds': [
    'The network holds too many carts, too many places of one ticket, or too many uses of a coupon; `message` says which.',
    'Order or empty a cart, or wait for `Retry-After`. The operator may raise `OPEN_CARTS_PER_ADDRESS` or `HELD_PLACES_PER_ADDRESS`.',
  ],
  'sale-is-busy': [
    'The buyer waited ten seconds for stock.',
    'Repeat after `Retry-After`. As the operator, see [a sale that is blocked](operating.md#a-sale-that-is-blocked).',
  ],
  tickets_create_coupon_error: [
    'The amount does not suit the kind of coupon.',
    'Send what `data.params` names: percent from 1 to 100, flat amounts of at least 0.',
  ],
  tickets_coupon_exists: ['The slug is taken.', 'Send another `slug`.'],
  tickets_coupon_not_found: ['The coupon was deleted.', 'Look it up in `GET /coupons`.'],
  tickets_apply_coupon_error: [
    'The coupon is unknown, ended, spent, or in another currency.',
    'Remove it (`POST /coupons/remove`) and order without it.',
  ],
  tickets_fee_exists: ['The slug is taken.', 'Send another `slug`.'],
  tickets_fee_not_found: ['The fee was deleted.', 'Look it up in `GET /fees`.'],
  tickets_commerce_update_fees_for_ticket_error: [
    'The fee does not exist or applies to everything, or the ticket does not exist; `message` says which.',
    'Send ids from `selectable_fees` of `GET /tickets/<id>/fees`.',
  ],
  'invalid-purchaser-info': [
    '`purchaser` has no name or no valid e-mail address.',
    'Send `purchaser[name]` and `purchaser[email]`.',
  ],
  'attendee-names-missing': [
    'The ticket asks for the names of its attendees.',
    "Send `full_name` and `email` for each in the cart's `meta`.",
  ],
  'tec-tc-empty-cart': ['The cart has no lines, or its holds expired.', 'Fill the cart again.'],
  'tec-tc-insufficient-stock': [
    'The holds expired, and the places are gone.',
    'Ask for what is left.',
  ],
  tec_tickets_commerce_free_order_invalid_cart: [
    'A cart that costs something was ordered as free, or it is empty.',
    'Order it by card or wallet.',
  ],
  'cart-total-changed': [
    'A price, fee or coupon changed since the total was shown.',
    'Show the total in `data`, and order with it.',
  ],
  'cart-tickets-changed': [
    'The cart was changed since its tickets were shown, perhaps to others at the same price.',
    'Show the tickets in `data`, and order with them as `expected_tickets`.',
  ],
  'import-not-found': [
    'No run of `marquee import-site` has this id.',
    '`GET /imports` lists the runs.',
  ],
  'order-not-found': ['No order has this id.', "Check the id; buyers need the order's secret."],
  'order-move-not-allowed': [
    'The order has ended, or is not paid yet.',
    'Read the order: `status` says where it stands.',
  ],
  'refund-not-possible': [
    'More was asked for than is left, a line is not of this order, or the provider refused; `message` says which.',
    'Read the order: what was refunded is in `refunds` and in `items[].refunded`.',
  ],
  'payment-provider-unavailable': [
    'The provider did not answer in time, or refused the connection.',
    'Repeat after `Retry-After`: the order and its payment stay one.',
  ],
  'payment-provider-not-configured': [
    'No account or key for this way of paying, and the sandbox has ended.',
    'Use a way that `data.ways` names. As the operator, set the [keys of the provider](develop/payments.md).',
  ],
  'tec-tc-gateway-stripe-failed-creating-payment-intent': [
    'The provider refused the amount, the currency or the account.',
    '`message` has the reason; the cart is open again.',
  ],
  'tec-tc-gateway-stripe-failed-payment': [
    'The card was declined.',
    'Try another card; the places stay held.',
  ],
  'tec-tc-gateway-stripe-order-not-found': [
    'The payment belongs to no order here, or the address has the id of the order instead.',
    'Send the `payment_intent_id` of the answer that began the payment; else begin the order again.',
  ],
  'tec-tc-gateway-stripe-failed-getting-payment-intent': [
    'The provider does not know the payment.',
    'Begin the order again.',
  ],
  'tec-tc-gateway-stripe-failed-payment-intent-id': [
    'The payment was begun by another cart.',
    "Send the `payment_intent_id` that this cart's order was answered with.",
  ],
  'tec-tc-gateway-stripe-failed-payment-intent-secret': [
    'The secret is that of another payment.',
    'Send the `client_secret` that the order was answered with.',
  ],
  'tec-tc-gateway-stripe-payment-intent-order-mismatch': [
    'The amount at the provider was changed.',
    'Begin the order again; the operator should look who changed it.',
  ],
  'tec-tickets-commerce-stripe-webhook-invalid-payload': [
    'The body is signed, but is no message of the provider.',
    'Let the endpoint at the provider send events of its present version of the interface.',
  ],
  'tec-tc-gateway-paypal-failed-creating-order': [
    'The provider refused the order.',
    '`message` has the reason; the cart is open again.',
  ],
  'tec-tc-gateway-paypal-nonexistent-order-id': [
    "The wallet's order belongs to no order here.",
    'Begin the order again.',
  ],
  'tec-tc-gateway-paypal-failed-capture': [
    'The wallet could not take the money.',
    'Try again or pay by card; nothing was charged.',
  ],
  'tec-tc-gateway-paypal-invalid-capture-status': [
    'The wallet answered a state that it does not document.',
    'Look at the payment at the provider; reconciling goes on asking.',
  ],
  'tec-tc-gateway-paypal-capture-declined': [
    'The wallet declined the payment.',
    'Choose another source of money in the wallet, or pay by card.',
  ],
  'tec-tc-gateway-paypal-invalid-failed-status': [
    '`failed_status` names no way in which an order fails.',
    'Leave `failed_status` out, or send `denied`, `not-completed` or `voided`.',
  ],
} as const
