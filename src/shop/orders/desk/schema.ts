import { Type } from 'typebox'
import { count, filledText, flag, id, oneOf, text } from '../../../platform/http/params.ts'
import { orderStatuses } from '../record/rules.ts'

export const OrderParams = Type.Object({ id: id() })

const gateways = ['card', 'wallet', 'sandbox', 'free', 'staff'] as const

export const OrderQuery = Type.Object({
  page: Type.Optional(count({ minimum: 1, default: 1 })),
  per_page: Type.Optional(count({ minimum: 1, maximum: 100, default: 10 })),
  post_id: Type.Optional(id({ description: 'Orders with tickets of this event' })),
  status: Type.Optional(Type.Array(oneOf([...orderStatuses]), { minItems: 1 })),
  gateway: Type.Optional(Type.Array(oneOf([...gateways]), { minItems: 1 })),
  search: Type.Optional(filledText({ description: "Part of the purchaser's name or address" })),
})

export const RefundRequest = Type.Object({
  lines: Type.Optional(
    Type.Array(
      Type.Object({ id: id(), quantity: count({ minimum: 1 }) }, { additionalProperties: false }),
      {
        minItems: 1,
        description: 'Places of ticket lines to give back, less their share of the coupon.',
      },
    ),
  ),
  amount: Type.Optional(
    text({
      pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
      description: 'Decimal amount; places stay taken, also when it is all that was paid.',
    }),
  ),
  whole: Type.Optional(
    flag({ description: 'True: every place that is left, and all the money that is left.' }),
  ),
  fees: Type.Optional(
    oneOf(['refund', 'keep', 'only'], {
      description:
        'With `lines` or `whole`. `refund` (unless said): places and their fees; `keep`: places without their fees; `only`: the fees, and the places stay.',
    }),
  ),
  reason: Type.Optional(text({ maxLength: 500 })),
})

export const CancelRequest = Type.Object({
  reason: Type.Optional(text({ maxLength: 500 })),
})

export const NoteRequest = Type.Object({ note: filledText({ maxLength: 2000 }) })

const nullable = (schema: Parameters<typeof Type.Union>[0][number]) =>
  Type.Union([schema, Type.Null()])

const LineView = Type.Object(
  {
    id: Type.Integer(),
    type: oneOf(['ticket', 'fee', 'coupon', 'rounding']),
    ticket_id: nullable(Type.Integer()),
    fee_id: nullable(Type.Integer()),
    coupon_id: nullable(Type.Integer()),
    name: Type.String(),
    quantity: Type.Integer(),
    price: Type.String({ description: 'Per unit, decimal in major units' }),
    sub_total: Type.String(),
    refunded_quantity: Type.Integer(),
    refunded: Type.String({
      description: 'By naming places of this line, their fees and share of the coupon included',
    }),
  },
  { title: 'OrderLine' },
)

const order = {
  id: Type.Integer(),
  status: oneOf([...orderStatuses]),
  provider: Type.String(),
  gateway: oneOf([...gateways]),
  gateway_order_id: nullable(Type.String()),
  sandbox: flag(),
  post_id: nullable(Type.Integer()),
  currency: Type.String(),
  subtotal: Type.String(),
  fees: Type.String(),
  discount: Type.String(),
  rounding: Type.String({
    description: 'Added to, or with a minus taken off, the total so that the gateway can move it.',
  }),
  total: Type.String(),
  paid: Type.String(),
  refunded: Type.String(),
  purchaser: Type.Object({ name: Type.String(), email: Type.String() }),
  created_at: Type.String(),
  completed_at: nullable(Type.String()),
  failed_reason: nullable(Type.String()),
}

export const OrderView = Type.Object({ ...order, items: Type.Array(LineView) }, { title: 'Order' })

export const OrderDetailView = Type.Object(
  {
    ...order,
    items: Type.Array(LineView),
    attendees: Type.Array(
      Type.Object({
        id: Type.Integer(),
        ticket_id: Type.Integer(),
        title: Type.String(),
        security_code: Type.String(),
        qr_url: Type.String(),
      }),
    ),
    history: Type.Array(
      Type.Object({
        from: nullable(Type.String()),
        to: Type.String(),
        cause: Type.String(),
        note: nullable(Type.String()),
        at: Type.String(),
      }),
    ),
    refunds: Type.Array(
      Type.Object({
        id: Type.Integer(),
        amount: Type.String(),
        state: Type.String(),
        reason: Type.String(),
        at: Type.String(),
      }),
    ),
    redirect_url: Type.String(),
  },
  { title: 'OrderDetail' },
)

export const OrderList = Type.Object({
  orders: Type.Array(OrderView),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  rest_url: Type.String(),
})
