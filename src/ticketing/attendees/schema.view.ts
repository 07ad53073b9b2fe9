import { Type } from 'typebox'
import {
  addressOf,
  countOf,
  DateDetails,
  decimal,
  globalIds,
  idOf,
  pageMembers,
  recordTimes,
  said,
  wallTime,
} from '../../platform/http/described/answer-shapes.ts'

const optional = Type.Optional

const TicketOfAttendee = Type.Object(
  {
    id: idOf('ticket'),
    title: said('Its name, with HTML escaped.'),
    description: said('Plain text.'),
    raw_price: said('The price in major units, without needless decimals.'),
    formatted_price: decimal('The price'),
    currency_config: Type.Object(
      {
        symbol: said('E.g. `$`.'),
        placement: said('`prefix` or `postfix`: where the symbol stands.'),
        decimal_point: said('What stands before decimals.'),
        thousands_sep: said('What stands between thousands.'),
        number_of_decimals: countOf('Decimals of the currency'),
      },
      { description: 'How amounts in its currency are written.' },
    ),
    start_sale: said('First day of the sale, YYYY-MM-DD; blank for answers to an invitation.'),
    end_sale: said('Last day of the sale, YYYY-MM-DD; blank for answers to an invitation.'),
  },
  { description: 'The ticket of the place.' },
)

const checkInDetails = Type.Union(
  [
    Type.Literal(false),
    Type.Object({
      date: wallTime("When, in the site's time zone"),
      date_details: DateDetails,
      source: said('`app` for a scanner, `site` for staff.'),
      author: Type.Integer({ description: 'The id of the account of staff; 0 for a scanner.' }),
      device: said('The name of the scanner key; blank for staff.'),
    }),
  ],
  { description: 'When and by whom; false for an attendee who is not inside.' },
)

const Payment = Type.Object(
  {
    provider: said('`tc`.'),
    price: said('What the place cost in major units; blank when it was free.'),
    currency: said("The currency's symbol."),
    date: wallTime("When it was sold, in the site's time zone"),
    date_details: DateDetails,
  },
  { description: 'What was paid; for staff, blank for scanners.' },
)

/** Members beyond `optout` are for staff, and blank for scanners unless they say otherwise. */
export const AttendeeView = Type.Object(
  {
    id: idOf('attendee'),
    post_id: idOf('event'),
    ticket_id: idOf('ticket'),
    ...globalIds,
    author: said('The id of the account that bought, as a text; `0` for a guest.'),
    status: said('`publish`, or `trash` for a place that was given back.'),
    ...recordTimes,
    rest_url: addressOf('the attendee in this interface'),
    ticket: TicketOfAttendee,
    optout: Type.Boolean({ description: 'Whether public lists omit the attendee.' }),
    title: optional(said("The attendee's name.")),
    provider: optional(said('`tc` or `rsvp`.')),
    order: optional(
      Type.Union([Type.Integer(), Type.String()], {
        description: 'The id of the order; of an answer to an invitation, its own.',
      }),
    ),
    sku: optional(said('Always blank.')),
    email: optional(said('The address that the ticket went to.')),
    checked_in: optional(
      Type.Boolean({ description: 'Whether the attendee is inside; for scanners too.' }),
    ),
    checkin_details: optional(checkInDetails),
    is_subscribed: optional(Type.Boolean({ description: 'Always false.' })),
    is_purchaser: optional(
      Type.Boolean({ description: 'Whether the attendee has the address of the purchaser.' }),
    ),
    order_status: optional(said('The status of the order, or `yes` or `no`.')),
    qr_url: optional(said('The address of a picture of the code; blank without a valid place.')),
    door_code: optional(
      said(
        'Eight letters to type at a paired phone, without a picture; blank without a valid place.',
      ),
    ),
    rsvp_going: optional(
      Type.Boolean({ description: 'Of an answer to an invitation: whether the attendee comes.' }),
    ),
    payment: optional(Payment),
  },
  { title: 'Attendee' },
)

export const AttendeeList = Type.Object({
  ...pageMembers,
  attendees: Type.Array(AttendeeView, { description: 'The attendees of this page.' }),
})
