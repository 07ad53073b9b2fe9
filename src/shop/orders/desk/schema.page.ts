import { type Static, Type } from 'typebox'
import {
  countOf,
  decimal,
  idOf,
  instant,
  orNull,
  said,
  titled,
} from '../../../platform/http/described/answer-shapes.ts'
import { flag, oneOf, text } from '../../../platform/http/described/params.ts'
import type { placeMoveView } from '../moving/show-move.ts'
import { TaxSumsView } from '../../taxes/tax-sums.ts'
import { OrderDetailView } from './schema.ts'
import { itemKinds } from './store.timeline.ts'

const nullable = (kind: 'string' | 'integer', description: string) =>
  orNull(kind === 'string' ? Type.String() : Type.Integer(), description)

/** Left out for callers without the right (contract.md 28.3). */
const money = (what: string) => Type.Optional(decimal(`${what}; needs \`money.read\``))

const PagePlace = Type.Object(
  {
    id: idOf('attendee'),
    number: countOf('Which place of the order it is, from 1'),
    name: said('The name on the ticket.'),
    email: Type.Optional(said('The address of who holds it; needs `contacts.read`.')),
    ticket_id: idOf('ticket'),
    ticket: said('What the ticket was called when it was sold or moved to.'),
    line: nullable('integer', 'The line of the order that it is of.'),
    valid: flag({ description: 'False of a place that was given back.' }),
    status: said('The status by which the door judges it.'),
    checked_in_at: nullable('string', 'When somebody came in with it, ISO 8601 in UTC.'),
    passed_on_at: nullable('string', 'Since when it is with somebody else, ISO 8601 in UTC.'),
  },
  { title: 'OrderPlace' },
)

const OtherOrder = Type.Object(
  {
    id: idOf('order'),
    status: said('Where it stands.'),
    total: money('The amount to pay'),
    currency: said('ISO 4217, e.g. `USD`.'),
    created_at: instant('When it was made'),
  },
  { title: 'OtherOrder' },
)

const { attendees: _attendees, history: _history, ...facts } = OrderDetailView.properties

export const OrderPage = Type.Object(
  {
    ...facts,
    money: Type.Optional(
      Type.Object(
        {
          charged: decimal('The total of the order'),
          paid: decimal('What arrived'),
          returned: decimal('What was given back'),
          promised: decimal('What is on its way back'),
          left: decimal('What can still be given back'),
        },
        {
          title: 'OrderMoney',
          description:
            'Needs `money.read`; left out where only a part of the order is shown, whose sums are above.',
        },
      ),
    ),
    taxes: Type.Optional(TaxSumsView),
    places: Type.Array(PagePlace, { description: 'Its places, those that were given back, too.' }),
    moves: Type.Array(titled<ReturnType<typeof placeMoveView>>('PlaceMove'), {
      description: 'Moves to other tickets, oldest first.',
    }),
    other_orders: Type.Optional(
      Type.Array(OtherOrder, {
        description:
          "The buyer's other orders that you may see, the newest first, 10 at most; needs `contacts.read`.",
      }),
    ),
  },
  { title: 'OrderPage' },
)

export const TimelineQuery = Type.Object({
  before: Type.Optional(
    text({
      maxLength: 80,
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z_[a-z]{4,6}_\\d{1,15}$',
      description: 'Items behind this one: `next` of the page before.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many.' }),
  ),
})

const TimelineItem = Type.Object(
  {
    kind: oneOf([...itemKinds], { description: 'What tells of it.' }),
    id: Type.Integer({ description: 'Its id among those of its kind.' }),
    at: instant('When'),
    what: said(
      'The status after, the kind and state of a mail, the state of a refund, the verdict of a scan, how a move was settled, or the operation that changed something; empty for a note.',
    ),
    text: nullable('string', 'Words of staff, the recipient of a mail, or why a scan was refused.'),
    changed: Type.Array(Type.String(), { description: 'Of a change: which members it wrote.' }),
    amount: money('Of a refund what it gives back, of a move what the place costs then'),
    attendee: nullable('integer', 'The attendee, where it is about one.'),
    by: nullable('string', 'The login of who did it, where an account did.'),
  },
  { title: 'TimelineItem' },
)

export const Timeline = Type.Object(
  {
    items: Type.Array(TimelineItem, { description: 'The newest first.' }),
    next: nullable('string', 'Send it as `before` for the next page; null at the end.'),
  },
  { title: 'OrderTimeline' },
)
export type Timeline = Static<typeof Timeline>
