import { Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  instant,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { count, id, oneOf, personsAddress, text } from '../../platform/http/described/params.ts'
import { TaxSumsView } from '../taxes/tax-sums.ts'
import { compReasons, deskMethods, handKinds, moveKinds } from './rules.ts'

/** An amount in major units; how many decimals are right depends on the currency, which the handler checks. */
export const amount = (description: string) =>
  text({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$', description })

export const reason = (description: string) =>
  text({
    maxLength: 500,
    holds: (value: unknown) => typeof value === 'string' && /\S/.test(value),
    description,
  })

export const TillParams = Type.Object({ id: id({ description: 'The id of the till.' }) })
export const EventParams = Type.Object({ id: id({ description: 'The id of the event.' }) })
export const OrderParams = Type.Object({ id: id({ description: 'The id of the order.' }) })

export const TillsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many at most.' }),
  ),
})

export const TillRequest = Type.Object({
  name: reason('Which till it is, such as `Main desk`.'),
  event: Type.Optional(
    id({ description: 'The event it sells for. Unless sent, for all of yours.' }),
  ),
  float: amount('What was counted into it before the first sale.'),
})

export const MoveRequest = Type.Object({
  kind: oneOf([...handKinds], {
    description:
      '`paid_in` and `paid_out` with their reason; `drop`: taken to the safe; `correction`: what was noted wrong before.',
  }),
  amount: text({
    pattern: '^-?\\d{1,12}(\\.\\d{1,4})?$',
    description: 'Above 0; only a correction may be negative.',
  }),
  reason: reason('Why.'),
  witness: Type.Optional(text({ maxLength: 100, description: 'Who saw it, for a drop.' })),
})

export const VoidRequest = Type.Object({
  order: id({ description: 'An order that this till sold.' }),
  reason: reason('Why.'),
})

const piecesOfOne = { type: 'integer', minimum: 0, maximum: 100_000 } as const

export const CloseRequest = Type.Object({
  counted: Type.Optional(
    amount(
      'What is in the till. Left out by whoever closes a forgotten one: it is then `not counted`.',
    ),
  ),
  counts: Type.Optional(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      maxProperties: 30,
      propertyNames: { description: 'values of notes and coins, such as 50.00 and 0.20' },
      patternProperties: { '^\\d{1,6}(\\.\\d{1,4})?$': piecesOfOne },
      additionalProperties: piecesOfOne,
      description: 'How many of each note and coin, by its value, such as `{"50.00": 3}`.',
    }),
  ),
  terminal: Type.Optional(amount("The sum on the terminal's own slip, to compare.")),
  note: Type.Optional(text({ maxLength: 1000, description: 'What explains a difference.' })),
  handed_to: Type.Optional(text({ maxLength: 100, description: 'Who takes the till over.' })),
})

const lines = Type.Array(
  Type.Object(
    {
      ticket: id({ description: 'A ticket of the event.' }),
      quantity: Type.Integer({ minimum: 1, maximum: 500, description: 'How many places.' }),
    },
    { title: 'DeskLine' },
  ),
  { minItems: 1, maxItems: 50, description: 'What is taken; each ticket once.' },
)

const whom = {
  name: Type.Optional(text({ maxLength: 200, description: 'For whom. None is needed.' })),
  email: Type.Optional(
    personsAddress({ description: 'Where the tickets are mailed. None is needed.' }),
  ),
}

export const SaleRequest = Type.Object({
  event: id({ description: 'The event.' }),
  lines,
  method: oneOf([...deskMethods], {
    description: '`cash`, or `terminal`: paid at a card terminal of your own.',
  }),
  till: id({ description: 'A till of yours that is open.' }),
  expected_total: amount('The total that the screen shows; another one is refused.'),
  given: Type.Optional(amount('Cash that was handed over; the answer says the change.')),
  reference: Type.Optional(
    text({ maxLength: 100, description: 'The number on the slip of the terminal.' }),
  ),
  ...whom,
})

export const CompRequest = Type.Object({
  event: id({ description: 'The event.' }),
  lines,
  reason: oneOf([...compReasons], { description: 'Why they are given away.' }),
  note: Type.Optional(text({ maxLength: 300, description: 'The same in words.' })),
  ...whom,
})

export const AwaitedRequest = Type.Object({
  event: id({ description: 'The event.' }),
  lines,
  expected_total: amount('The total that the screen shows; another one is refused.'),
  pay_by: text({ format: 'date', description: 'The last day for the payment, YYYY-MM-DD.' }),
  name: reason('Who pays.'),
  email: Type.Optional(personsAddress({ description: 'Where mails go.' })),
})

export const PaidRequest = Type.Object({
  method: oneOf(['bank', ...deskMethods], { description: 'How it was paid.' }),
  reference: Type.Optional(
    text({ maxLength: 100, description: 'What the bank or the terminal calls the payment.' }),
  ),
  till: Type.Optional(
    id({ description: 'The open till of yours that took it; needed for `cash` and `terminal`.' }),
  ),
})

export const QuotaRequest = Type.Object({
  places: orNull(
    count(),
    'How many places of the event may be given away in all; null for any number.',
  ),
})

const kinds = oneOf([...moveKinds], { description: 'What went through the till.' })
const methods = oneOf([...deskMethods], { description: 'Cash, or a card terminal.' })

const TillSum = Type.Object(
  {
    kind: kinds,
    method: methods,
    moves: countOf('Moves'),
    amount: decimal('Their sum; what was taken out is negative'),
  },
  { title: 'TillSum' },
)

const TillMoveView = Type.Object(
  {
    n: countOf('Its number in the till, without gaps'),
    kind: kinds,
    method: methods,
    amount: decimal('What was taken in, or (negative) taken out'),
    order: orNull(Type.Integer(), 'The order that was sold or voided.'),
    reason: said('Why.'),
    witness: said('Who saw it.'),
    by: orNull(Type.String(), 'Who did it.'),
    at: instant('When'),
  },
  { title: 'TillMove' },
)

const till = {
  id: idOf('till'),
  number: orNull(Type.Integer(), 'Given at closing, without a gap over all tills of the site.'),
  name: said('Which till it is.'),
  event: orNull(Type.Integer(), 'The event it sells for; null for all.'),
  currency: said('ISO 4217.'),
  open: Type.Boolean({ description: 'Whether it sells.' }),
  yours: Type.Boolean({ description: 'Whether you opened it: nobody else sells with it.' }),
  opened_by: orNull(Type.String(), 'Who opened it.'),
  opened_at: instant('When'),
  closed_by: orNull(Type.String(), 'Who closed it; null while it is open.'),
  closed_at: orNull(Type.String(), 'When it was closed, ISO 8601 in UTC; null while it is open.'),
}

export const TillView = Type.Object(
  {
    ...till,
    sales: countOf('Sales that were not voided'),
    expected: orNull(
      Type.String(),
      'What it should hold. While it is open only for callers with `money.read`: whoever counts it is not told before.',
    ),
    counted: orNull(
      Type.String(),
      'What was counted; null while it is open, and if nobody counted.',
    ),
    difference: orNull(Type.String(), 'Counted less expected, with its sign.'),
    counts: orNull(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
      }),
      'How many of each note and coin.',
    ),
    terminal: orNull(Type.String(), 'What the slip of the terminal said at closing.'),
    note: said('What explains a difference.'),
    handed_to: said('Who took it over at closing; empty for nobody.'),
    sums: orNull(
      Type.Array(TillSum, { description: 'What went through it.' }),
      'What went through it, added up; null like `expected`.',
    ),
    moves: Type.Array(TillMoveView, { description: 'Everything that went through it.' }),
  },
  { title: 'Till' },
)

export const TillList = Type.Object({
  tills: Type.Array(Type.Object(till, { title: 'TillOfList' }), {
    description:
      'Yours, and those of everybody where you have `money.read`: at an event its own, for the site all; the latest first.',
  }),
  cash: Type.Boolean({ description: 'Whether the site takes cash.' }),
  proposed_float: orNull(
    Type.String(),
    'What was counted in your last till; null before the first one.',
  ),
})

const Tile = Type.Object(
  {
    ticket: idOf('ticket'),
    name: said('What it is called.'),
    price: decimal('What one costs with its fees'),
    left: orNull(Type.Integer(), 'Places that are left; null without a limit.'),
    on_sale: Type.Boolean({
      description: 'Whether buyers can have it now; the desk sells it anyway.',
    }),
  },
  { title: 'DeskTile' },
)

export const DeskView = Type.Object(
  {
    event: idOf('event'),
    title: said('Its title.'),
    start: said('When it starts, in its zone, YYYY-MM-DD HH:MM:SS.'),
    currency: said('ISO 4217.'),
    decimals: countOf('Decimals of the currency'),
    cash: Type.Boolean({ description: 'Whether the site takes cash.' }),
    cash_step: decimal('The smallest coin: what is paid in cash is rounded to it'),
    refused: orNull(Type.String(), 'Why nothing is sold, such as `cancelled`; null otherwise.'),
    tiles: Type.Array(Tile, { description: 'Its tickets, in their order.' }),
    comps: Type.Object(
      {
        quota: orNull(Type.Integer(), 'How many places may be given away; null for any number.'),
        used: countOf('Places that are given away'),
      },
      { title: 'CompCount', description: 'Places that staff give away.' },
    ),
  },
  { title: 'Desk' },
)

export const CompCountView = Type.Object({
  event: idOf('event'),
  quota: orNull(Type.Integer(), 'How many places may be given away; null for any number.'),
  used: countOf('Places that are given away'),
})

export const SaleView = Type.Object(
  {
    order: idOf('order'),
    event: orNull(Type.Integer(), 'The event.'),
    status: said('Where the order stands.'),
    currency: said('ISO 4217.'),
    total: decimal('What it costs'),
    rounding: decimal('What of the total is the rounding to coins'),
    given: orNull(Type.String(), 'What was handed over, as this request said.'),
    change: orNull(Type.String(), 'What goes back to the buyer of it.'),
    pay_by: orNull(Type.String(), 'The last day for its payment, YYYY-MM-DD.'),
    name: said('For whom; empty for nobody.'),
    lines: Type.Array(
      Type.Object(
        {
          name: said('What it is.'),
          quantity: countOf('How many'),
          amount: decimal('What they cost; fees and rounding are lines of their own'),
        },
        { title: 'DeskSaleLine' },
      ),
      { description: 'As on a receipt.' },
    ),
    taxes: TaxSumsView,
    tickets: Type.Array(
      Type.Object(
        { attendee: idOf('attendee'), ticket: said('What the ticket is called.') },
        { title: 'DeskTicket' },
      ),
      { description: 'The places.' },
    ),
    order_url: said('The page of the order, which shows its tickets to whoever has this address.'),
    created_at: instant('When'),
  },
  { title: 'DeskSale' },
)
