import { Type } from 'typebox'
import { anything, oneOf, text } from '../../platform/http/params.ts'

const cartHash = () =>
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

export const NewOrder = Type.Object({
  cart_hash: cartHash(),
  expected_total: Type.Optional(
    text({
      pattern: '^\\d{1,12}(\\.\\d{1,3})?$',
      description: 'The total that the buyer was shown, in major units; another one is 409',
    }),
  ),
  purchaser: Type.Optional(
    anything(undefined, { description: 'Who buys: `{name, email}`', told: { type: 'object' } }),
  ),
  payment_intent: Type.Optional(
    Type.Object(
      { id: Type.Optional(text()), key: Type.Optional(text()) },
      { description: 'The payment, where the client knows it' },
    ),
  ),
})

export const CardUpdate = Type.Object({
  cart_hash: cartHash(),
  client_secret: Type.Optional(text({ maxLength: 1000, description: 'The secret of the payment' })),
  sandbox_outcome: Type.Optional(
    oneOf(['succeed', 'decline', 'action', 'delay'], {
      description: 'Only without a real processor: what the buyer does',
    }),
  ),
})

export const Failing = Type.Object({
  cart_hash: cartHash(),
  failed_status: Type.Optional(
    text({ maxLength: 50, description: 'What the order becomes; `not-completed` unless said' }),
  ),
  failed_reason: Type.Optional(text({ maxLength: 500, description: 'Why it failed' })),
})

export const WalletUpdate = Type.Object({
  cart_hash: cartHash(),
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

const success = { success: Type.Literal(true) }

const sum = {
  total: Type.String({ description: 'Of the order, in major units with all decimals' }),
  currency: Type.String(),
}

const attendees = Type.Array(
  Type.Object({
    id: Type.Integer(),
    ticket_id: Type.Integer(),
    title: Type.String(),
    security_code: Type.String(),
    qr_url: Type.String({ description: 'A picture of the code; needs no sign-in' }),
  }),
)

export const FreeOrderView = Type.Object({
  ...success,
  ...sum,
  id: Type.Integer(),
  redirect_url: Type.String(),
  attendees,
})

export const CardOrderView = Type.Object({
  ...success,
  ...sum,
  order_id: Type.Integer(),
  payment_intent_id: Type.String(),
  client_secret: Type.String(),
  return_url: Type.String(),
  redirect_url: Type.Optional(Type.String()),
  publishable_key: Type.Optional(Type.String()),
  sandbox: Type.Optional(Type.Literal(true)),
})

export const SettledView = Type.Object({
  ...success,
  ...sum,
  status: Type.String(),
  order_id: Type.Integer(),
  gateway_order_id: Type.String(),
  redirect_url: Type.String(),
  attendees: Type.Optional(attendees),
  sandbox: Type.Optional(Type.Literal(true)),
})

export const FailedView = Type.Object({
  ...success,
  status: Type.String(),
  order_id: Type.Integer(),
  title: Type.String(),
})

export const WalletOrderView = Type.Object({
  ...success,
  ...sum,
  id: Type.String({ description: "The wallet provider's order id" }),
  order_id: Type.Integer(),
  approve_url: Type.Optional(Type.String()),
  redirect_url: Type.Optional(Type.String({ description: 'Sent when it is paid already' })),
  sandbox: Type.Optional(Type.Literal(true)),
})

export const CapturedView = Type.Object({
  ...success,
  order_id: Type.String({ description: "The wallet provider's order id" }),
  status: Type.String(),
  sandbox: Type.Optional(Type.Literal(true)),
})
