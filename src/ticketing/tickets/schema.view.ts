import { Type } from 'typebox'
import { oneOf } from '../../platform/http/described/params.ts'
import { ImageView } from '../../catalogue/images/lookup.ts'
import {
  countOf,
  DateDetails,
  emptyList,
  globalIds,
  pageMembers,
  titled,
} from '../../platform/http/described/answer-shapes.ts'

const optional = Type.Optional
const localTime = (description: string) =>
  Type.String({ description: `${description}, YYYY-MM-DD HH:MM:SS.` })
const places = (description: string) => Type.Integer({ description: `${description}, in places.` })
const timeDetails = Type.Union([DateDetails, emptyList('No time.')], {
  description: 'The same in parts; an empty list while a password protects the event.',
})
/** Null while the event is protected by a password. */
const shownFlag = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], { description: `${description}.` })

/**
 * The ticket of a password-protected event has 0, null and "No Access" in place of what it says, until the password is
 * given (contract.md 12.8). Members that only managers or editors see are optional.
 */
export const TicketView = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the ticket.' }),
    post_id: Type.Integer({ description: 'The id of its event.' }),
    type: Type.String({ description: 'Always `default`.' }),
    provider: Type.String({
      description: '`tc` for the shop, `rsvp` for answers to an invitation.',
    }),
    ...globalIds,
    author: Type.Union([Type.String(), Type.Integer()], {
      description: 'The id of the user who made it, as a text.',
    }),
    status: Type.String({ description: '`publish` unless staff hid it.' }),
    date: localTime("When it was published, in the site's time zone"),
    date_utc: localTime('When it was published, in UTC'),
    modified: localTime("When it was last changed, in the site's time zone"),
    modified_utc: localTime('When it was last changed, in UTC'),
    title: Type.String({ description: "The ticket's name, with HTML escaped." }),
    description: Type.String({ description: 'Plain text.' }),
    image: Type.Union([Type.Literal(false), ImageView, Type.Null()], {
      description: 'The picture of the event; false without one.',
    }),
    available_from: localTime('When the sale begins, on the wall clock of the event'),
    available_from_details: timeDetails,
    available_until: localTime('When the sale ends, on the wall clock of the event'),
    available_until_details: timeDetails,
    capacity: Type.Union([Type.Integer(), Type.String()], {
      description: 'Places there are, sold ones included; blank without limit.',
    }),
    capacity_details: Type.Object(
      {
        available_percentage: Type.Number({
          description: 'Left of all, in percent; 100 without limit.',
        }),
        available: places('Left; -1 without limit'),
        max: optional(places('All; -1 without limit; for managers')),
        sold: optional(places('Sold; for managers')),
        pending: optional(places('Held by carts; for managers')),
        global_stock_mode: optional(
          Type.String({
            description: '`own`, `capped`, `global`, blank without limit; for managers.',
          }),
        ),
      },
      { description: 'Stock at this moment.' },
    ),
    is_available: shownFlag('Whether places are left and the event takes place'),
    on_sale: shownFlag('Whether the sale price holds now'),
    cost: Type.Union([Type.String(), Type.Integer()], {
      description: 'The regular price with its currency, for people.',
    }),
    cost_details: Type.Object(
      {
        currency_symbol: Type.String({ description: 'As HTML.' }),
        currency_position: Type.String({ description: '`prefix` or `postfix`.' }),
        values: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
          description: 'Prices in major units.',
        }),
        suffix: Type.Null({ description: 'Always null.' }),
        currency_decimal_separator: Type.String({ description: 'What stands before decimals.' }),
        currency_decimal_numbers: Type.Integer({ description: 'Decimals of the currency.' }),
        currency_thousand_separator: Type.String({
          description: 'What stands between thousands.',
        }),
      },
      { title: 'TicketCost', description: 'The regular price for programs.' },
    ),
    sale_price_data: Type.Union(
      [
        Type.Object({
          enabled: Type.Union([Type.String(), Type.Integer()], { description: '`1`, or blank.' }),
          sale_price: Type.Union([Type.String(), Type.Integer()], {
            description: 'In major units; blank without one.',
          }),
          start_date: Type.String({ description: 'First day, YYYY-MM-DD; blank is open.' }),
          end_date: Type.String({ description: 'Last day, YYYY-MM-DD; blank is open.' }),
        }),
        emptyList('An answer to an invitation.'),
      ],
      { description: 'The reduced price; an empty list for answers to an invitation.' },
    ),
    price_suffix: Type.Null({ description: 'Always null.' }),
    iac: Type.String({ description: 'Names per attendee: `none`, `allowed` or `required`.' }),
    supports_attendee_information: shownFlag('Always false'),
    rest_url: Type.String({ description: 'Its address in this interface.' }),
    checkin: optional(
      Type.Object(
        {
          checked_in: Type.Integer({ description: 'Attendees who are inside.' }),
          unchecked_in: Type.Integer({ description: 'Attendees who are not.' }),
          checked_in_percentage: Type.Integer({ description: 'Percent, rounded up.' }),
          unchecked_in_percentage: Type.Integer({ description: 'The rest of 100.' }),
        },
        { description: 'For managers.' },
      ),
    ),
    rsvp: optional(
      Type.Object(
        {
          rsvp_going: countOf('Attendees who come'),
          rsvp_not_going: countOf('Attendees who do not'),
        },
        { description: 'How many accepted and declined the invitation; for managers.' },
      ),
    ),
    capacity_type: optional(
      Type.String({ description: '`own`, `capped`, `global` or `unlimited`; for editors.' }),
    ),
    sku: optional(Type.Union([Type.String(), Type.Integer()], { description: 'For editors.' })),
    available_from_start_time: optional(Type.String({ description: 'HH:MM:SS; for editors.' })),
    available_from_end_time: optional(Type.String({ description: 'HH:MM:SS; for editors.' })),
    sale_ends: optional(
      oneOf(['event_start', 'event_end', 'date'], {
        description:
          'When the sale ends: with the event’s start or end, or at a date; for editors.',
      }),
    ),
    min_per_order: optional(places('The fewest one order may have; for editors')),
    max_per_order: optional(places('The most one order may have; for editors')),
    hidden: optional(
      Type.Boolean({
        description:
          'Whether only a coupon that opens it shows it; for editors, left out when not.',
      }),
    ),
    totals: optional(
      Type.Object(
        {
          stock: places('Left; -1 without limit'),
          sold: places('Sold'),
          pending: places('Held by carts'),
        },
        { description: 'For editors.' },
      ),
    ),
    nonces: optional(
      Type.Object(
        {
          edit: Type.String({ description: 'Sent as `edit_ticket_nonce`.' }),
          remove: Type.String({ description: 'Sent as `remove_ticket_nonce`.' }),
        },
        { description: 'For editors, bound to who reads them, good for 12 to 24 hours.' },
      ),
    ),
    attendees: Type.Array(titled('Attendee'), {
      description:
        'For callers who manage attendees, at most 100; the list of attendees has all. Empty for others.',
    }),
    fees: optional(
      Type.Union([titled('TicketFees'), emptyList('No fees.')], {
        description: 'For callers who manage attendees; not in answers to writes.',
      }),
    ),
    warnings: optional(
      Type.Array(Type.String(), {
        description:
          'After a write: values that were not saved as sent, and a sale that never opens.',
      }),
    ),
  },
  { title: 'Ticket' },
)

export const TicketList = Type.Object({
  ...pageMembers,
  tickets: Type.Array(TicketView, { description: 'The tickets of this page.' }),
})
