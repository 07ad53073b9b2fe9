import { Type } from 'typebox'
import {
  addressOf,
  countOf,
  decimal,
  idOf,
  instant,
  orNull,
  pageMembers,
  said,
  titled,
} from '../../../platform/http/described/answer-shapes.ts'
import {
  count,
  filledText,
  flag,
  id,
  oneOf,
  text,
} from '../../../platform/http/described/params.ts'
import { refundMethods } from '../settling/lookup.ts'
import { orderStatuses } from '../record/rules.ts'

export const OrderParams = Type.Object({ id: id({ description: 'The id of the order.' }) })

const gateways = ['card', 'wallet', 'sandbox', 'free', 'staff', 'external'] as const

export const OrderQuery = Type.Object({
  page: Type.Optional(count({ minimum: 1, default: 1, description: 'Which page.' })),
  per_page: Type.Optional(
    count({ minimum: 1, maximum: 100, default: 10, description: 'Orders on a page.' }),
  ),
  post_id: Type.Optional(id({ description: 'Orders with tickets of this event' })),
  status: Type.Optional(
    Type.Array(oneOf([...orderStatuses]), { minItems: 1, description: 'Orders in these states.' }),
  ),
  gateway: Type.Optional(
    Type.Array(oneOf([...gateways]), { minItems: 1, description: 'Orders paid in these ways.' }),
  ),
  search: Type.Optional(
    filledText({
      description:
        "Part of the purchaser's name or address. Case makes no difference, nor do accents of the name.",
    }),
  ),
})

export const reason = () => text({ maxLength: 500, description: "Why, for the order's history." })

export const CancelRequest = Type.Object({ reason: Type.Optional(reason()) })

export const NoteRequest = Type.Object({
  note: text({
    maxLength: 2000,
    holds: (value: unknown) => typeof value === 'string' && /\S/.test(value),
    description: 'Text for staff; the buyer does not see it.',
  }),
})

const words = Type.String()
const number = Type.Integer()

/** Left out for callers without the right (contract.md 28.3). */
const money = (what: string) => Type.Optional(decimal(`${what}; needs \`money.read\``))

const LineView = Type.Object(
  {
    id: idOf('line'),
    type: oneOf(['ticket', 'fee', 'coupon', 'rounding'], { description: 'What the line is.' }),
    ticket_id: orNull(number, 'The ticket of a ticket line.'),
    fee_id: orNull(number, 'The fee of a fee line.'),
    coupon_id: orNull(number, 'The coupon of a coupon line.'),
    name: said('What it was called when it was sold.'),
    quantity: countOf('Units'),
    price: money('Per unit'),
    sub_total: money('The line'),
    refunded_quantity: countOf('Places given back'),
    moved_quantity: Type.Optional(
      countOf('Places moved to another ticket, each of which has a line of its own; not in lists'),
    ),
    refunded: money(
      "Refunds of this line's places, their fees included, minus their share of the coupon",
    ),
  },
  { title: 'OrderLine' },
)

const lines = Type.Array(LineView, { description: 'Tickets, fees, coupon and rounding.' })

const order = {
  id: idOf('order'),
  status: oneOf([...orderStatuses], { description: 'Where it stands.' }),
  provider: said('Always `tc`.'),
  gateway: oneOf([...gateways], { description: 'How it is paid.' }),
  gateway_order_id: orNull(
    words,
    "The provider's id of the payment; null too where only a part of the order is shown.",
  ),
  sandbox: flag({ description: 'Whether the payment is simulated: no money moves.' }),
  post_id: orNull(number, 'The event; null when its tickets are of several.'),
  currency: said('ISO 4217, e.g. `USD`.'),
  subtotal: money('Tickets'),
  fees: money('Fees'),
  discount: money('What the coupon takes off'),
  rounding: money(
    'What was added to the total, or with a minus taken off, so that the gateway can move it',
  ),
  total: money('The amount to pay'),
  paid: money('The amount that arrived'),
  refunded: money('The amount given back'),
  purchaser: Type.Object(
    {
      name: said('Blank after it was erased.'),
      email: Type.Optional(said('Blank after it was erased; needs `contacts.read`.')),
    },
    { title: 'OrderPurchaser', description: 'Who bought.' },
  ),
  created_at: instant('When it was made'),
  completed_at: orNull(words, 'When it was completed, ISO 8601 in UTC.'),
  failed_reason: orNull(words, 'Why its payment failed.'),
}

export const OrderView = Type.Object({ ...order, items: lines }, { title: 'Order' })

const Move = Type.Object({
  from: orNull(words, 'The status before; null when the order was made.'),
  to: said('The status after.'),
  cause: said('What moved it, e.g. `return`, `webhook` or `note`.'),
  note: orNull(words, 'A reason or note in words.'),
  at: instant('When'),
})

const Refund = Type.Object(
  {
    id: idOf('refund'),
    amount: money('The amount given back'),
    state: said('`reserved`, `sent`, `done` or `failed`.'),
    method: oneOf([...refundMethods], {
      description: 'At the provider as it was `paid`, in `cash`, or `by_hand` in another way.',
    }),
    reason: said('Why, in words; blank where only a part of the order is shown.'),
    at: instant('When it was begun'),
  },
  { title: 'OrderRefund' },
)

export const OrderDetailView = Type.Object(
  {
    ...order,
    items: lines,
    attendees: Type.Array(titled<SoldPlace>('SoldPlace'), {
      description: 'The places that were sold.',
    }),
    history: Type.Array(Move, { description: 'What became of it, the oldest first.' }),
    refunds: Type.Array(Refund, { description: 'What was given back, the oldest first.' }),
    redirect_url: Type.Optional(
      addressOf("the buyer's page of the order; needs `orders.write` at all its events"),
    ),
  },
  { title: 'OrderDetail' },
)

type SoldPlace = {
  id: number
  ticket_id: number
  title: string
  /** Needs `orders.write`. */
  security_code?: string
  qr_url?: string
}

export const OrderList = Type.Object({
  orders: Type.Array(OrderView, { description: 'The orders of this page, the newest first.' }),
  ...pageMembers,
})
