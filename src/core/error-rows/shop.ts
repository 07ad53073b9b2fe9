import type { ErrorRow } from './row.ts'

/** Errors of carts, coupons, fees, orders, payments and refunds. */
export const shopErrors = {
  // Cart, coupons, fees
  'post-has-no-tickets': {
    status: 403,
    message: '',
    cause: 'The event sells no tickets.',
    cure: 'Check `post_id`.',
  },
  'ticket-does-not-exist': {
    status: 404,
    message: 'The ticket does not exist.',
    cause: 'A line of the cart names no ticket.',
    cure: 'Send an id from `GET /tickets`.',
  },
  'ticket-capacity-not-available': {
    status: 409,
    message: 'Not enough places are left.',
    cause: 'Fewer places are free than the cart asks for; nothing was held.',
    cure: 'Ask for at most `available`, which `data.validation_errors` has for each ticket. Places in carts come back within `HOLD_MINUTES`.',
  },
  'cart-too-large': {
    status: 400,
    message: "The cart's total is too large.",
    cause: 'The total exceeds what can be counted exactly.',
    cure: 'Order in parts.',
  },
  'too-many-holds': {
    status: 429,
    message: 'Too many open carts from this network; order or empty one first.',
    cause:
      'The network holds too many carts, too many places of one ticket, or too many uses of a coupon; `message` says which.',
    cure: 'Order or empty a cart, or wait for `Retry-After`. The operator may raise `OPEN_CARTS_PER_ADDRESS` or `HELD_PLACES_PER_ADDRESS`.',
  },
  'sale-is-busy': {
    status: 429,
    message: 'Too many buyers are ordering right now; nothing was done, try again in a moment.',
    cause: 'The buyer waited ten seconds for stock.',
    cure: 'Repeat after `Retry-After`. As the operator, see [a sale that is blocked](operating.md#a-sale-that-is-blocked).',
  },
  tickets_create_coupon_error: {
    status: 400,
    message: 'The coupon could not be created.',
    cause: 'The amount does not suit the kind of coupon.',
    cure: 'Send what `data.params` names: percent from 1 to 100, flat amounts of at least 0.',
  },
  tickets_coupon_exists: {
    status: 409,
    message: 'There is already a coupon with this slug.',
    cause: 'The slug is taken.',
    cure: 'Send another `slug`.',
  },
  tickets_coupon_not_found: {
    status: 404,
    message: 'There is no coupon with this id.',
    cause: 'The coupon was deleted.',
    cure: 'Look it up in `GET /coupons`.',
  },
  tickets_apply_coupon_error: {
    status: 400,
    message: 'Invalid coupon.',
    cause: 'The coupon is unknown, ended, spent, or in another currency.',
    cure: 'Remove it (`POST /coupons/remove`) and order without it.',
  },
  tickets_fee_exists: {
    status: 409,
    message: 'There is already a fee with this slug.',
    cause: 'The slug is taken.',
    cure: 'Send another `slug`.',
  },
  'coupon-batch-not-found': {
    status: 404,
    message: 'There is no batch of codes with this id.',
    cause: 'No batch has the id.',
    cure: 'Look it up in `GET /svc/admin/v1/coupon-batches`.',
  },
  'tax-rate-not-found': {
    status: 404,
    message: 'There is no tax rate with this id.',
    cause: 'The rate was deleted.',
    cure: 'Look it up in `GET /tax-rates`.',
  },
  'too-many-tax-rates': {
    status: 409,
    message: 'There are 50 tax rates; delete one before you add another.',
    cause: 'A site has at most 50 tax rates.',
    cure: 'Delete one that no ticket is sold with; lines of orders keep it.',
  },
  tickets_fee_not_found: {
    status: 404,
    message: 'There is no fee with this id.',
    cause: 'The fee was deleted.',
    cure: 'Look it up in `GET /fees`.',
  },
  tickets_commerce_update_fees_for_ticket_error: {
    status: 400,
    message: 'The following fees are not selectable',
    cause:
      'The fee does not exist or applies to everything, or the ticket does not exist; `message` says which.',
    cure: 'Send ids from `selectable_fees` of `GET /tickets/<id>/fees`.',
  },
  // Orders and payments
  'invalid-purchaser-info': {
    status: 400,
    message: "The purchaser's name or email address is missing or not valid.",
    cause: '`purchaser` has no name or no valid e-mail address.',
    cure: 'Send `purchaser[name]` and `purchaser[email]`.',
  },
  'attendee-names-missing': {
    status: 400,
    message: 'This ticket requires a name and an email address for each attendee.',
    cause: 'The ticket asks for the names of its attendees.',
    cure: "Send `full_name` and `email` for each in the cart's `meta`.",
  },
  'tec-tc-empty-cart': {
    status: 400,
    message: 'The cart is empty: send cart_hash of POST /cart.',
    cause: 'The cart has no lines, or its holds expired.',
    cure: 'Fill the cart again.',
  },
  'tec-tc-insufficient-stock': {
    status: 400,
    message: 'Not enough places are left for this order.',
    cause: 'The holds expired, and the places are gone.',
    cure: 'Ask for what is left.',
  },
  tec_tickets_commerce_free_order_invalid_cart: {
    status: 400,
    message: 'The cart of cart_hash is empty or costs something; only free carts need no payment.',
    cause: 'A cart that costs something was ordered as free, or it is empty.',
    cure: 'Order it by card or wallet.',
  },
  'cart-total-changed': {
    status: 409,
    message: "The cart's total differs from `expected_total`; nothing was ordered.",
    cause: 'A price, fee or coupon changed since the total was shown.',
    cure: 'Show the total in `data`, and order with it.',
  },
  'cart-tickets-changed': {
    status: 409,
    message: 'The cart has other tickets than were shown.',
    cause:
      'The cart was changed since its tickets were shown, perhaps to others at the same price.',
    cure: 'Show the tickets in `data`, and order with them as `expected_tickets`.',
  },
  'order-not-found': {
    status: 404,
    message: 'There is no order with this id.',
    cause: 'No order has this id.',
    cure: "Check the id; buyers need the order's secret.",
  },
  'order-move-not-allowed': {
    status: 409,
    message: "The order's status does not allow this action.",
    cause: 'The order has ended, or is not paid yet.',
    cure: 'Read the order: `status` says where it stands.',
  },
  'refund-not-possible': {
    status: 409,
    message: 'The requested refund exceeds what is left to refund of this order.',
    cause:
      'More was asked for than is left, a line is not of this order, or the provider refused; `message` says which.',
    cure: 'Read the order: what was refunded is in `refunds` and in `items[].refunded`.',
  },
  'payment-provider-unavailable': {
    status: 502,
    message:
      'The payment provider cannot be reached right now. Try again: nothing is charged twice.',
    cause: 'The provider did not answer in time, or refused the connection.',
    cure: 'Repeat after `Retry-After`: the order and its payment stay one.',
  },
  'payment-provider-not-configured': {
    status: 501,
    message: 'This payment method is not configured; nothing was ordered.',
    cause: 'No account or key for this way of paying, and the sandbox has ended.',
    cure: 'Use a way that `data.ways` names. As the operator, set the [keys of the provider](develop/payments.md).',
  },
  'tec-tc-gateway-stripe-failed-creating-payment-intent': {
    status: 400,
    message: 'The payment could not be started.',
    cause: 'The provider refused the amount, the currency or the account.',
    cure: '`message` has the reason; the cart is open again.',
  },
  'tec-tc-gateway-stripe-failed-payment': {
    status: 402,
    message: 'The payment failed.',
    cause: 'The card was declined.',
    cure: 'Try another card; the places stay held.',
  },
  'tec-tc-gateway-stripe-order-not-found': {
    status: 404,
    message:
      'There is no order for this payment. The address ends with the `payment_intent_id` that began it, not with the `order_id`.',
    cause: 'The payment belongs to no order here, or the address has the id of the order instead.',
    cure: 'Send the `payment_intent_id` of the answer that began the payment; else begin the order again.',
  },
  'tec-tc-gateway-stripe-failed-getting-payment-intent': {
    status: 400,
    message: 'The payment could not be read.',
    cause: 'The provider does not know the payment.',
    cure: 'Begin the order again.',
  },
  'tec-tc-gateway-stripe-failed-payment-intent-id': {
    status: 400,
    message: 'This payment belongs to another order.',
    cause: 'The payment was begun by another cart.',
    cure: "Send the `payment_intent_id` that this cart's order was answered with.",
  },
  'tec-tc-gateway-stripe-failed-payment-intent-secret': {
    status: 400,
    message: 'The client secret does not match the payment.',
    cause: 'The secret is that of another payment.',
    cure: 'Send the `client_secret` that the order was answered with.',
  },
  'tec-tc-gateway-stripe-payment-intent-order-mismatch': {
    status: 400,
    message: "The payment's amount differs from the order's total.",
    cause: 'The amount at the provider was changed.',
    cure: 'Begin the order again; the operator should look who changed it.',
  },
  'tec-tickets-commerce-stripe-webhook-invalid-payload': {
    status: 400,
    message: "The webhook's body is not an event of the payment provider.",
    cause: 'The body is signed, but is no message of the provider.',
    cure: 'Let the endpoint at the provider send events of its present version of the interface.',
  },
  'tec-tc-gateway-paypal-failed-creating-order': {
    status: 400,
    message: 'The wallet order could not be created.',
    cause: 'The provider refused the order.',
    cure: '`message` has the reason; the cart is open again.',
  },
  'tec-tc-gateway-paypal-nonexistent-order-id': {
    status: 404,
    message: 'There is no order for this wallet order.',
    cause: "The wallet's order belongs to no order here.",
    cure: 'Begin the order again.',
  },
  'tec-tc-gateway-paypal-failed-capture': {
    status: 402,
    message: 'The wallet payment could not be captured.',
    cause: 'The wallet could not take the money.',
    cure: 'Try again or pay by card; nothing was charged.',
  },
  'tec-tc-gateway-paypal-invalid-capture-status': {
    status: 400,
    message: 'The wallet payment has an unknown status.',
    cause: 'The wallet answered a state that it does not document.',
    cure: 'Look at the payment at the provider; reconciling goes on asking.',
  },
  'tec-tc-gateway-paypal-capture-declined': {
    status: 402,
    message: 'The wallet payment was declined.',
    cause: 'The wallet declined the payment.',
    cure: 'Choose another source of money in the wallet, or pay by card.',
  },
  'tec-tc-gateway-paypal-invalid-failed-status': {
    status: 400,
    message: '`status` is not a status of failed orders.',
    cause: '`failed_status` names no way in which an order fails.',
    cure: 'Leave `failed_status` out, or send `denied`, `not-completed` or `voided`.',
  },
  'plan-not-found': {
    status: 404,
    message: 'There is no such plan, or it ended: plans last an hour.',
    cause: 'The plan is of somebody else, or older than an hour.',
    cure: 'Make the plan again with `POST /plans`.',
  },
  'plan-is-stale': {
    status: 409,
    message:
      'What the plan was made from has changed since; nothing was done. Look at `summary`, and make the plan again.',
    cause: 'Somebody bought, refunded or changed something that the plan is about.',
    cure: 'Make the plan again with `POST /plans`, look at it, and run that one.',
  },
  'plan-is-empty': {
    status: 409,
    message: 'Nothing of this plan can be done; look at the reasons of its rows.',
    cause: 'Every row of the plan is left out.',
    cure: 'Read `reason` of `GET /plans/{id}/rows`, and plan something else.',
  },
  'run-not-found': {
    status: 404,
    message: 'There is no such run.',
    cause: 'No run has this id, or it is of events that are not yours.',
    cure: 'List runs with `GET /runs`.',
  },
  'run-move-not-allowed': {
    status: 409,
    message: 'The run is not in a state that allows this.',
    cause: 'A run that ended cannot go on, and one that does not rest cannot be continued.',
    cure: 'Read `state` of `GET /runs/{id}`.',
  },
} as const satisfies Record<string, ErrorRow>
