import { Type } from 'typebox'
import {
  countOf,
  decimal,
  instant,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'

const moment = (description: string) =>
  Type.Optional(text({ format: 'date-time', maxLength: 40, description }))

export const SummaryQuery = Type.Object({
  event: Type.Optional(id({ description: 'Only what belongs to this event.' })),
  from: moment('Only what happened from this moment on.'),
  until: moment('Only what happened before this moment.'),
  by: Type.Optional(
    oneOf(['event'], {
      description: 'A group for each event; without it all events are added up.',
    }),
  ),
})

const ways = ['card', 'wallet', 'sandbox', 'cash', 'terminal', 'bank', 'voucher', 'none'] as const

const MethodSums = Type.Object({
  method: oneOf([...ways], { description: 'How it was paid.' }),
  payments: decimal('What came in'),
  refunds: decimal('What was given back, as a negative amount'),
  disputes: decimal('What banks took back, as a negative amount'),
})

const Group = Type.Object({
  event: orNull(Type.Integer(), 'The id of the event; null without `by=event`.'),
  currency: said('The currency of all amounts, ISO 4217.'),
  simulated: Type.Boolean({
    description: 'Whether the sandbox simulated the payments: no money moved.',
  }),
  sales: decimal('Tickets that were sold'),
  fees: decimal('Fees'),
  discounts: decimal('What coupons took off, as a negative amount'),
  rounding: decimal('What rounding to amounts that the provider can move added or took off'),
  returns: decimal('What is owed no more because it was given back, as a negative amount'),
  charged: decimal('All of these together'),
  payments: decimal('What came in'),
  refunds: decimal('What was given back, as a negative amount'),
  disputes: decimal('What banks took back and did not return, as a negative amount'),
  paid: decimal('These three together: the money that is here'),
  open: decimal('`charged` less `paid`: what buyers still owe, or, negative, what is owed to them'),
  methods: Type.Array(MethodSums, { description: 'The money by the way of paying.' }),
  entries: countOf('Entries that were added up'),
})

export const BooksSummary = Type.Object(
  {
    as_of: instant('Everything that happened before this moment is counted'),
    groups: Type.Array(Group, {
      description:
        'One for each currency, and with `by=event` for each event; simulated payments apart.',
    }),
  },
  { title: 'BooksSummary' },
)
