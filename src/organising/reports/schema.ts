import { Type } from 'typebox'
import {
  addressOf,
  decimal,
  instant,
  mapOf,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { flag, id, oneOf, text } from '../../platform/http/described/params.ts'
import { kinds } from '../../shop/books/entry-kinds.ts'
import { couponGroups, isDay, reportNames } from './rules.ts'

const optional = Type.Optional
const day = (description: string) =>
  optional(
    text({
      maxLength: 10,
      holds: (value: unknown) => typeof value === 'string' && isDay(value),
      description,
    }),
  )

export const ReportParams = Type.Object({
  report: oneOf([...reportNames], { description: 'Which report.' }),
})

export const ReportQuery = Type.Object({
  event: optional(id({ description: 'Only this event, in its own zone.' })),
  from: day('The first day, YYYY-MM-DD; without it 30 days before the last.'),
  to: day('The last day, YYYY-MM-DD; without it today.'),
  group: optional(
    oneOf([...couponGroups], {
      description: 'Of `coupons`: a row for each code (unless said), or for each tag.',
    }),
  ),
  by: optional(oneOf(['day', 'week'], { description: 'Rows for days (unless said) or weeks.' })),
})

export type Cell = { value: string; rows: string }

const Cell = Type.Object(
  {
    value: said('An amount with all its decimals, or a number.'),
    rows: addressOf('the rows that it adds up'),
  },
  { title: 'ReportCell' },
)

const row = {
  key: said(
    'What the row is of: the id of the ticket or coupon, the tag, the method or channel; of `prices` ticket, price and tax, such as `12-3000-S-1900`; or blank.',
  ),
  name: said('Its name, where it has one.'),
  currency: orNull(Type.String(), 'The currency of its amounts; null for a row of counts.'),
  simulated: Type.Boolean({ description: 'Whether the sandbox simulated the payments.' }),
  cells: mapOf<Cell>(Cell, { description: 'The figures by their names.' }),
}

export const ReportView = Type.Object(
  {
    report: oneOf([...reportNames], { description: 'Which report.' }),
    event: orNull(Type.Integer(), 'The event; null for all that you see.'),
    zone: said('On whose clock days begin.'),
    from: said('The first day.'),
    to: said('The last day.'),
    by: oneOf(['day', 'week'], { description: 'What a row is of.' }),
    as_of: instant('Everything that happened before this moment is counted'),
    rows: Type.Array(
      Type.Object(
        { from: said('The first day of the row.'), to: said('Its last day.'), ...row },
        { title: 'ReportRow' },
      ),
      {
        description:
          'By day or week, then by currency and key. Days without anything are left out.',
      },
    ),
    totals: Type.Array(Type.Object(row, { title: 'ReportTotal' }), {
      description: 'The same over the whole period.',
    }),
  },
  { title: 'Report' },
)

const moment = (description: string) =>
  optional(text({ format: 'date-time', maxLength: 40, description }))
const word = (description: string) => optional(text({ maxLength: 20, description }))
const allKinds = [...kinds.owed, ...kinds.paid]

export const EntriesQuery = Type.Object({
  event: optional(id({ description: 'Only what belongs to this event.' })),
  from: moment('Only what happened from this moment on.'),
  until: moment('Only what happened before this moment.'),
  kind: optional(
    text({
      maxLength: 200,
      holds: (value: unknown) =>
        String(value)
          .split(',')
          .every(name => (allKinds as readonly string[]).includes(name)),
      description: `One or more of ${allKinds.join(', ')}, with commas.`,
    }),
  ),
  method: word('Only this way of paying.'),
  channel: word('Only orders that came in this way: card, wallet, sandbox, free, staff.'),
  ticket: optional(
    Type.Integer({ minimum: 0, description: 'Only lines of this ticket; 0 for those of none.' }),
  ),
  coupon: optional(id({ description: 'Only what this coupon took off.' })),
  coupon_tag: optional(
    text({ maxLength: 100, description: 'Only what coupons with this tag took off.' }),
  ),
  tagged: optional(
    flag({ description: 'Only what coupons with a tag took off, or only those without.' }),
  ),
  tax: optional(
    text({
      pattern: '^([A-Z]{1,2}-\\d{1,5}|none)$',
      description:
        'Only entries of this tax: its code and hundredths of a per cent, such as `S-1900`; or `none`, those without.',
    }),
  ),
  price: optional(
    Type.Integer({
      minimum: 0,
      description: 'Only tickets sold at this price, in the smallest unit of its currency.',
    }),
  ),
  currency: word('Only amounts of this currency.'),
  simulated: optional(flag({ description: 'Only what the sandbox simulated, or only the rest.' })),
  limit: optional(Type.Integer({ minimum: 1, maximum: 500, description: '100 unless said.' })),
  after: optional(text({ maxLength: 120, description: '`next` of the page before.' })),
})

export const EntryList = Type.Object(
  {
    as_of: instant('Everything that happened before this moment is listed'),
    rows: Type.Array(
      Type.Object(
        {
          at: instant('When it happened'),
          event: orNull(Type.Integer(), 'The event that it belongs to.'),
          order: Type.Integer({ description: 'The number of the order.' }),
          kind: said(`What it is: ${allKinds.join(', ')}.`),
          method: said('How it was paid.'),
          channel: said('How the order came in.'),
          ticket: orNull(Type.Integer(), 'The ticket of its line.'),
          name: said('The name of its line; may be blank.'),
          amount: decimal('What it adds; negative for what is given back'),
          net: orNull(Type.String(), 'The amount without its tax; null while no rate is known.'),
          tax: orNull(Type.String(), 'The tax in it; null while no rate is known.'),
          tax_rate: orNull(Type.String(), 'The rate in per cent; null while it is not known.'),
          tax_code: orNull(Type.String(), 'The code of the tax; null while it is not known.'),
          currency: said('The currency, ISO 4217.'),
        },
        { title: 'BookEntry' },
      ),
      { description: 'In the order in which it happened.' },
    ),
    next: orNull(Type.String(), '`after` of the next page; null on the last.'),
  },
  { title: 'BookEntryList' },
)
