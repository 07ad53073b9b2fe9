import { Type } from 'typebox'
import { addressOf, decimal, idOf, said } from '../../platform/http/described/answer-shapes.ts'
import { anything, count, flag, id, oneOf, text } from '../../platform/http/described/params.ts'

const cartSecret = () =>
  Type.Optional(text({ maxLength: 200, description: 'Names the cart; else its cookie does' }))

/** The card processor's ids: letters, digits, underscore, hyphen. */
export const CardParams = Type.Object({
  order_id: text({
    pattern: '^[0-9a-zA-Z_-]+$',
    maxLength: 255,
    description: "The processor's id of the payment",
  }),
})
export const WalletParams = Type.Object({
  order_id: text({
    pattern: '^[0-9a-zA-Z]+$',
    maxLength: 255,
    description: "The wallet provider's id of the order",
  }),
})

const Purchaser = Type.Object(
  { name: said('The name; required.'), email: said('The email address; required.') },
  { title: 'Purchaser', description: 'Who buys. The address gets the tickets.' },
)

const decimalText = '^\\d{1,12}(\\.\\d{1,3})?$'

const ShownTicket = Type.Object(
  {
    ticket_id: id({ description: 'The id of the ticket.' }),
    quantity: count({ description: 'Places.' }),
    price: Type.Optional(
      text({ pattern: decimalText, description: 'What one costs, in major units.' }),
    ),
    going: Type.Optional(flag({ description: 'For an RSVP: whether the attendees come.' })),
  },
  { title: 'ShownTicket' },
)

export const NewOrder = Type.Object({
  cart_hash: cartSecret(),
  expected_total: Type.Optional(
    text({
      pattern: decimalText,
      description: 'The total that the buyer was shown, in major units; another one is 409',
    }),
  ),
  expected_tickets: Type.Optional(
    Type.Array(ShownTicket, {
      maxItems: 100,
      description:
        'The tickets that the buyer was shown, as `tickets` of the cart; a cart with others is 409',
    }),
  ),
  purchaser: Type.Optional(
    anything(undefined, {
      description:
        'Who buys: `{name, email}`. Required, except of a signed-in account that orders for itself',
      told: { type: 'object' },
      takes: Purchaser,
    }),
  ),
  payment_intent: Type.Optional(
    Type.Object(
      {
        id: Type.Optional(text({ description: 'Its id.' })),
        key: Type.Optional(text({ description: 'Its secret.' })),
      },
      { description: 'The payment, where the client knows it' },
    ),
  ),
})

export const CardUpdate = Type.Object({
  cart_hash: cartSecret(),
  client_secret: Type.Optional(text({ maxLength: 1000, description: 'The secret of the payment' })),
  sandbox_outcome: Type.Optional(
    oneOf(['succeed', 'decline', 'action', 'delay'], {
      description: 'Only without a real processor: what the buyer does',
    }),
  ),
})

export const Failing = Type.Object({
  cart_hash: cartSecret(),
  failed_status: Type.Optional(
    text({ maxLength: 50, description: 'What the order becomes; `not-completed` unless said' }),
  ),
  failed_reason: Type.Optional(text({ maxLength: 500, description: 'Why it failed' })),
})

export const WalletUpdate = Type.Object({
  cart_hash: cartSecret(),
  payer_id: Type.Optional(
    text({ maxLength: 200, description: 'Who pays, as the provider names them' }),
  ),
  advanced_payment: Type.Optional(
    Type.Boolean({ description: 'Takes the payment without a `payer_id`' }),
  ),
  recheck: Type.Optional(Type.Boolean({ description: 'Asks the provider how the payment stands' })),
  sandbox_outcome: Type.Optional(
    oneOf(['succeed', 'decline', 'action', 'delay'], {
      description: 'Only without a real processor: what the buyer does',
    }),
  ),
})

const success = {
  success: Type.Literal(true, { description: 'Always true: a failure has an error code.' }),
}
const orderId = { order_id: idOf('order') }
const status = said('The status of the order, e.g. `completed`.')
const sandbox = {
  sandbox: Type.Optional(
    Type.Literal(true, { description: 'Sent while payments are simulated: no money moves.' }),
  ),
}

const sum = {
  total: decimal('The total of the order'),
  currency: said('ISO 4217, e.g. `USD`.'),
}

const SoldPlace = Type.Object(
  {
    id: idOf('attendee'),
    ticket_id: idOf('ticket'),
    title: said('The name of the attendee.'),
    security_code: said('The code that admits the attendee.'),
    qr_url: addressOf('a picture of the code; needs no sign-in'),
  },
  { title: 'SoldPlace' },
)
const attendees = Type.Array(SoldPlace, { description: 'The places that were sold.' })
const orderPage = addressOf("the buyer's page of the order")

export const FreeOrderView = Type.Object({
  ...success,
  ...sum,
  id: idOf('order'),
  redirect_url: orderPage,
  attendees,
})

export const CardOrderView = Type.Object({
  ...success,
  ...sum,
  ...orderId,
  payment_intent_id: said("The processor's id of the payment."),
  client_secret: said('What the buyer confirms the payment with.'),
  return_url: addressOf('where the processor sends the buyer back to'),
  redirect_url: Type.Optional(orderPage),
  publishable_key: Type.Optional(said("The processor's public key, for its script.")),
  ...sandbox,
})

export const SettledView = Type.Object(
  {
    ...success,
    ...sum,
    status,
    ...orderId,
    gateway_order_id: said("The provider's id of the payment."),
    redirect_url: orderPage,
    attendees: Type.Optional(attendees),
    ...sandbox,
  },
  { title: 'SettledOrder', description: 'An order after its payment was looked at.' },
)

export const FailedView = Type.Object(
  { ...success, status, ...orderId, title: said('What the order is called.') },
  { title: 'GivenUpOrder', description: 'An order whose payment was given up.' },
)

const walletId = said("The wallet provider's id of the order.")

export const WalletOrderView = Type.Object({
  ...success,
  ...sum,
  id: walletId,
  ...orderId,
  approve_url: Type.Optional(addressOf('where the buyer approves the payment')),
  redirect_url: Type.Optional(addressOf("the buyer's page of the order, when it is paid already")),
  ...sandbox,
})

export const CapturedView = Type.Object(
  { ...success, order_id: walletId, status, ...sandbox },
  { title: 'CapturedOrder', description: 'An order whose payment was taken without a `payer_id`.' },
)
