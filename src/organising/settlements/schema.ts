import { Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  instant,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { filledText, id, text } from '../../platform/http/described/params.ts'

export const EventParams = Type.Object({ id: id({ description: 'The id of the event.' }) })

export const FileParams = Type.Object({
  id: id({ description: 'The id of the settlement.' }),
  format: Type.String({ pattern: '^(?:csv|xlsx|pdf)$', description: 'csv, xlsx or pdf.' }),
})

const amount = (description: string) => text({ maxLength: 30, description })

export const SettlementRequest = Type.Object({
  share_percent: Type.Optional(
    amount("The promoter's share of the money, in per cent with up to two decimals, e.g. `70`."),
  ),
  share: Type.Optional(
    amount("In its place: the promoter's share as an amount of the site's currency."),
  ),
  costs: Type.Optional(
    Type.Array(
      Type.Object({
        text: filledText({ maxLength: 200, description: 'What it is for.' }),
        amount: amount("What is kept of the share for it, in the site's currency."),
      }),
      { maxItems: 50, description: 'What the promoter bears.' },
    ),
  ),
})

const Changes = Type.Object({
  charged: decimal('What more was charged'),
  paid: decimal('What more came in'),
  to_pay_out: decimal('What more is to be paid out'),
})

const Group = Type.Object(
  {
    currency: said('The currency of all amounts.'),
    simulated: Type.Boolean({ description: 'Whether the sandbox simulated the payments.' }),
    tickets: Type.Array(
      Type.Object({
        name: said('The name of the ticket as it was sold.'),
        sales: decimal('What was sold'),
        fees: decimal('Fees'),
        returns: decimal('What was given back, as a negative amount'),
      }),
      { description: 'By ticket.' },
    ),
    taxes: Type.Array(
      Type.Object({
        rate: said('The rate, such as `19 %`.'),
        code: said('How invoices name it.'),
        gross: decimal('What was charged with it, the tax in it'),
        net: decimal('The same without the tax'),
        tax: decimal('The tax'),
      }),
      { description: 'By tax rate; empty for an event that was sold without rates.' },
    ),
    sums: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'As in the summary of the books (contract 32.3).',
    }),
    methods: Type.Array(
      Type.Object({ method: said('How it was paid.'), paid: decimal('The money that is here') }),
      { description: 'By the way of paying.' },
    ),
    costs: Type.Array(
      Type.Object({ text: said('What it is for.'), amount: decimal('A negative amount') }),
      { description: 'What the promoter bears.' },
    ),
    pay_out: Type.Object(
      {
        share: decimal("The promoter's share"),
        costs: decimal('All costs, as a negative amount'),
        to_pay_out: decimal('What is left to pay out'),
      },
      { description: 'What the promoter gets.' },
    ),
    since_last: Type.Union([Changes, Type.Null()], {
      description: 'What changed since the settlement before; null for the first.',
    }),
  },
  { title: 'SettlementGroup' },
)

export const SettlementView = Type.Object(
  {
    id: idOf('settlement'),
    event: idOf('event'),
    number: countOf('Its number within the event, from 1'),
    title: said('The title of the event at that time.'),
    at: instant('When it was written'),
    as_of: instant('Everything that happened before this moment is counted'),
    groups: Type.Array(Group, { description: 'One for each currency; simulated payments apart.' }),
    control: Type.Object(
      {
        orders: countOf('Orders that were compared with the books'),
        asked: countOf('Payments for which the provider was asked'),
        unasked: countOf('Payments for which nobody was asked, because there are so many'),
        listed: Type.Array(
          Type.Object({
            provider: said('card or wallet.'),
            payments: countOf('How many payments its list has since then'),
            since: instant('How far back the list was looked through'),
          }),
          {
            description:
              'The lists of providers that were looked through for money without an order; the wallet has none.',
          },
        ),
        differences: Type.Array(Type.String(), {
          description:
            'Where books, orders, providers and cash lists differ, by order. None is zero.',
        }),
      },
      { description: 'How books, orders, providers and cash lists compare.' },
    ),
  },
  { title: 'Settlement' },
)

export const SettlementList = Type.Array(SettlementView)
