import { Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  instant,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { compReasons } from './rules.ts'
import { amount, reason } from './schema.ts'

export const BatchParams = Type.Object({ id: id({ description: 'The id of the batch.' }) })

export const BatchesQuery = Type.Object({
  event: id({ description: 'The event.' }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many at most.' }),
  ),
})

export const BatchRequest = Type.Object({
  event: id({ description: 'The event.' }),
  ticket: id({ description: 'A ticket of the event.' }),
  n: Type.Integer({ minimum: 1, maximum: 500, description: 'How many places.' }),
  place: reason('Who sells them or gives them out, such as a shop.'),
  pay_by: Type.Optional(
    text({
      format: 'date',
      description: 'On account: the last day for the payment of what was sold, YYYY-MM-DD.',
    }),
  ),
  expected_total: Type.Optional(
    amount('With `pay_by`: the total that the screen shows; another one is refused.'),
  ),
  reason: Type.Optional(
    oneOf([...compReasons], { description: 'Given away: why. Instead of `pay_by`.' }),
  ),
  note: Type.Optional(text({ maxLength: 300, description: 'With `reason`: the same in words.' })),
})

export const UnsoldRequest = Type.Object({
  codes: Type.Array(text({ maxLength: 500, minLength: 1 }), {
    minItems: 1,
    maxItems: 500,
    description: 'What the QR pictures of the tickets have, or the eight letters below them.',
  }),
})

export const BatchView = Type.Object(
  {
    id: idOf('order of the batch'),
    event: idOf('event'),
    ticket: idOf('ticket'),
    name: said('What the ticket is called.'),
    place: said('Who sells them or gives them out.'),
    places: countOf('Places that were printed'),
    left: countOf('Places that did not come back'),
    inside: countOf('Places whose holder came in'),
    status: said('Where the order stands: `pending` until it is paid.'),
    currency: said('ISO 4217.'),
    total: decimal('What the places cost that did not come back'),
    pay_by: orNull(
      Type.String(),
      'The last day for the payment, YYYY-MM-DD; null where it is given away.',
    ),
    reason: orNull(Type.String(), 'Why it is given away.'),
    created_at: instant('When'),
  },
  { title: 'DeskBatch' },
)

export const BatchList = Type.Object({
  batches: Type.Array(BatchView, { description: 'The latest first.' }),
})
