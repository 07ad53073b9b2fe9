import { type Static, Type } from 'typebox'
import { parseWhen } from '../../core/time.ts'
import {
  anything,
  count,
  filledText,
  flag,
  id,
  idList,
  oneOf,
  pageNumber,
  text,
  textList,
} from '../../platform/http/params.ts'

const optional = Type.Optional
/** Whether a text is a moment at all; `now` does not matter for that. */
const isMoment = (value: unknown) =>
  parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined
const moment = (description: string) =>
  optional(text({ maxLength: 200, holds: isMoment, description }))
const many = (description: string) =>
  optional(count({ description: `${description}; for managers` }))
const words = (description: string) => optional(textList({ minItems: 0, description }))

export const TicketParams = Type.Object({ id: id({ description: 'The id of the ticket.' }) })

export const TicketPassword = Type.Object({
  password: optional(text({ maxLength: 1000, description: 'Of a password-protected event.' })),
})

export const TicketQuery = Type.Object({
  page: optional(pageNumber()),
  per_page: optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Tickets on a page.' }),
  ),
  search: optional(filledText({ maxLength: 200, description: 'In title and description.' })),
  offset: optional(count({ description: 'Skip this many tickets.' })),
  order: optional(oneOf(['ASC', 'DESC'], { description: 'ASC unless said.' })),
  orderby: optional(
    oneOf(['id', 'include', 'title', 'slug'], { description: 'title unless said.' }),
  ),
  is_available: optional(
    flag({ description: 'Some, or none, left; the sale window does not matter.' }),
  ),
  provider: words('`tc` (or `tickets-commerce`), `rsvp`'),
  after: moment('Created on or after this UTC date or timestamp.'),
  before: moment('Created on or before this UTC date or timestamp.'),
  include: optional(idList({ description: 'Only these tickets.' })),
  exclude: optional(idList({ description: 'Not these tickets.' })),
  include_post: optional(idList({ description: 'Tickets of these events.' })),
  exclude_post: optional(idList({ description: 'Tickets of other events.' })),
  attendees_min: many('At least so many attendees'),
  attendees_max: many('At most so many attendees'),
  checkedin_min: many('At least so many checked in'),
  checkedin_max: many('At most so many checked in'),
  capacity_min: many('At least this capacity; unlimited counts'),
  capacity_max: many('At most this capacity; unlimited does not count'),
  available_from: moment('On sale from this UTC date or timestamp, or later.'),
  available_until: moment('On sale up to this UTC date or timestamp, or less long.'),
  post_status: words('Statuses of the events; `any` for all you may read.'),
  status: words('Statuses of the tickets; `any` for all you may read.'),
  currency: words('Currency codes.'),
  attendee_information_available: optional(
    flag({ description: 'That ask attendees more than names; none does.' }),
  ),
})
export type TicketQuery = Static<typeof TicketQuery>

const numberLike = { description: 'A whole number; negative is unlimited; blank is the default.' }

const StockFields = Type.Object(
  {
    mode: optional(
      oneOf(['own', 'capped', 'global', 'unlimited', ''], { description: 'Blank is unlimited.' }),
    ),
    capacity: optional(Type.Unsafe<unknown>(numberLike)),
    event_capacity: optional(
      Type.Unsafe<unknown>({ ...numberLike, description: 'Of the shared stock.' }),
    ),
    stock: optional(
      Type.Unsafe<unknown>({ description: 'Instead of capacity: what shall be left.' }),
    ),
    sale_price: optional(
      Type.Object({
        checked: optional(anything()),
        price: optional(anything()),
        start_date: optional(text({ maxLength: 200 })),
        end_date: optional(text({ maxLength: 200 })),
      }),
    ),
    fees: optional(Type.Object({ selected_fees: optional(Type.Array(Type.Unsafe<unknown>({}))) })),
  },
  { description: 'Stock, sale price and fees.' },
)

const common = {
  name: optional(text({ maxLength: 1000, description: 'What the ticket is called.' })),
  description: optional(text({ maxLength: 50_000, description: 'Plain text; it may be blank.' })),
  show_description: optional(
    anything(undefined, {
      description: 'Whether the description is shown: `yes` or `no`.',
      told: { type: 'string' },
    }),
  ),
  start_date: optional(
    text({ maxLength: 200, description: 'First day of the sale, in the zone of the event.' }),
  ),
  start_time: optional(
    text({ maxLength: 200, description: 'Time of day on the first day; needs one.' }),
  ),
  end_date: optional(text({ maxLength: 200, description: 'Last day of the sale.' })),
  end_time: optional(
    text({ maxLength: 200, description: 'Time of day on the last day; needs one.' }),
  ),
  sku: optional(text({ maxLength: 200, description: 'Your own number for it.' })),
  iac: optional(oneOf(['none', 'allowed', 'required', ''], { description: 'Names per attendee.' })),
  menu_order: optional(
    Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      description: 'Its place among the tickets of the event.',
    }),
  ),
  min_per_order: optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'The fewest one order may have.' }),
  ),
  max_per_order: optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'So many in one order, at most.' }),
  ),
  ticket: optional(StockFields),
}

/** Nothing here is required: who lacks the nonce or the right is told only that. */
export const NewTicket = Type.Object({
  post_id: optional(
    anything(undefined, { description: 'The event of the ticket.', told: { type: 'integer' } }),
  ),
  add_ticket_nonce: optional(
    anything(undefined, {
      description: '`nonces.add` of the event, read by whoever may edit it.',
      told: { type: 'string' },
    }),
  ),
  provider: optional(
    anything(undefined, { description: '`tc` or `rsvp`.', told: { type: 'string' } }),
  ),
  price: optional(
    anything(undefined, { description: 'A decimal; blank is free.', told: { type: 'string' } }),
  ),
  ...common,
})
export type NewTicket = Static<typeof NewTicket>

export const TicketChanges = Type.Object({
  post_id: id({ description: 'The event of the ticket.' }),
  edit_ticket_nonce: text({ description: '`nonces.edit` of the ticket.' }),
  price: optional(text({ maxLength: 100, description: 'A decimal; blank is free.' })),
  currency: optional(
    text({
      maxLength: 3,
      description:
        "The site's currency, sent with a price: the price is of it, whatever the ticket was priced in.",
    }),
  ),
  ...common,
})
export type TicketChanges = Static<typeof TicketChanges>
export type TicketFields = Omit<TicketChanges, 'post_id' | 'edit_ticket_nonce' | 'price'> & {
  price?: unknown
}

export const TicketRemoval = Type.Object({
  post_id: id({ description: 'The event of the ticket.' }),
  remove_ticket_nonce: text({ description: '`nonces.remove` of the ticket.' }),
})

export const TicketView = Type.Object(
  {
    id: Type.Integer(),
    post_id: Type.Integer(),
    provider: Type.String(),
    title: Type.String(),
    warnings: optional(
      Type.Array(Type.String(), { description: 'Of a write: what was not saved as it was sent.' }),
    ),
  },
  { title: 'Ticket', additionalProperties: true },
)

export const TicketList = Type.Object({
  rest_url: Type.String(),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  tickets: Type.Array(TicketView),
})
