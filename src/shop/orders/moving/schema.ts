import { Type } from 'typebox'
import {
  decimal,
  idOf,
  instant,
  orNull,
  said,
} from '../../../platform/http/described/answer-shapes.ts'
import { flag, id, oneOf, text } from '../../../platform/http/described/params.ts'
import { refundMethods } from '../settling/lookup.ts'
import { pricings, settlements } from './rules.ts'

export const AttendeeParams = Type.Object({ id: id({ description: 'The id of the attendee.' }) })

const pricing = (description: string) => oneOf([...pricings], { description })
const settlement = (description: string) => oneOf([...settlements], { description })

export const MoveRequest = Type.Object({
  ticket: id({ description: 'The ticket to move to, of the same event.' }),
  price: Type.Optional(
    pricing(
      '`new` (unless said): what the ticket costs now. `keep`: what was paid for the place, whatever the ticket costs.',
    ),
  ),
  settle: Type.Optional(
    settlement(
      'What becomes of the difference. `refund` (unless said): it is given back; a dearer ticket is refused, because nothing can be charged. `forgive`: nobody pays anything.',
    ),
  ),
  method: Type.Optional(
    oneOf([...refundMethods], {
      description: 'How the difference is given back, as in a refund; `paid` unless said.',
    }),
  ),
  reason: Type.Optional(text({ maxLength: 500, description: 'Why, for staff.' })),
})

/** Left out for callers without `money.read` (contract.md 28.3). */
const money = (what: string) => Type.Optional(decimal(`${what}; needs \`money.read\``))

const sums = {
  currency: said('ISO 4217, e.g. `USD`.'),
  before: money('What was paid for the place, less its share of the coupon and without fees'),
  price_now: money('What the place costs by its new ticket'),
  worth: money('What counts as paid for it from then on: a refund of the place returns this'),
  fees: money('Fees of the place, which stay with it'),
  returned: money('What is given back'),
}

const between = {
  attendee: idOf('attendee'),
  from_ticket: idOf('ticket that the place was of'),
  to_ticket: idOf('ticket that it is of then'),
}

export const MovePreview = Type.Object(
  {
    ...between,
    ...sums,
    has_place: flag({ description: 'Whether the other ticket has a place left.' }),
    moves_stock: flag({
      description:
        'False where both tickets draw on one pool: the move works when they are sold out.',
    }),
    checked_in: flag({ description: 'Whether somebody came in with it; that stays as it is.' }),
    limit: Type.Object(
      {
        order_left: orNull(
          Type.String(),
          'What your limit leaves of this order; null without a limit or where nothing is given back.',
        ),
        day_left: orNull(Type.String(), "What the site's limit for a day leaves; null like it."),
        allows: flag({ description: 'Whether both allow it.' }),
      },
      { title: 'MoveLimitLeft', description: 'What limits leave for the difference.' },
    ),
  },
  { title: 'MovePreview' },
)

export const PlaceMoveView = Type.Object(
  {
    id: idOf('move'),
    order: orNull(Type.Integer(), 'The order; null for a place that staff made without one.'),
    ...between,
    from_line: orNull(Type.Integer(), 'The line of the order that it was sold by, which stays.'),
    to_line: orNull(Type.Integer(), 'The line that was made for it.'),
    ...sums,
    price: pricing('Which price counted.'),
    settle: settlement('What became of the difference.'),
    refund: orNull(Type.Integer(), 'The refund of the difference; null where there is none.'),
    reason: said('Why.'),
    at: instant('When'),
  },
  { title: 'PlaceMove' },
)
