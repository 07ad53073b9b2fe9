import { Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, text } from '../../platform/http/described/params.ts'

export const DeskOrdersQuery = Type.Object({
  event: id({ description: 'The event.' }),
  code: Type.Optional(
    text({
      minLength: 1,
      maxLength: 500,
      description:
        'What was scanned, the eight letters of a ticket, or the number of an order. Without it: the orders that wait for their payment.',
    }),
  ),
})

export const DeskOrderList = Type.Object({
  orders: Type.Array(
    Type.Object(
      {
        id: idOf('order'),
        status: said('Where the order stands.'),
        name: said('For whom; empty for nobody.'),
        places: countOf('Its valid places'),
        total: decimal('What it costs'),
        owed: decimal('What the desk takes for it; 0 where nothing is owed'),
        owed_in_cash: decimal('The same as coins can pay it, which is what is taken in cash'),
        currency: said('ISO 4217.'),
        pay_by: orNull(Type.String(), 'The last day for its payment, YYYY-MM-DD.'),
      },
      { title: 'DeskOrder' },
    ),
    { description: 'At most 200, the one due first.' },
  ),
})
