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
} from '../../platform/http/described/params.ts'

const optional = Type.Optional
/** Whether a text can be read as a moment; the value of `now` does not matter for that. */
const isMoment = (value: unknown) =>
  parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined
const moment = (description: string) =>
  optional(text({ maxLength: 200, holds: isMoment, description }))
const many = (description: string) =>
  optional(count({ description: `${description}; for managers` }))
const words = (description: string) => optional(textList({ minItems: 0, description }))

export const TicketParams = Type.Object({ id: id({ description: 'The id of the ticket.' }) })

export const TicketPassword = Type.Object({
  password: optional(text({ maxLength: 1000, description: 'The password of a protected event.' })),
})

export const TicketQuery = Type.Object({
  page: optional(pageNumber()),
  per_page: optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Tickets on a page.' }),
  ),
  search: optional(filledText({ maxLength: 200, description: 'In title and description.' })),
  offset: optional(count({ description: 'Skip this many tickets.' })),
  order: optional(oneOf(['ASC', 'DESC'], { description: 'Default: ASC.' })),
  orderby: optional(
    oneOf(['id', 'include', 'title', 'slug'], { description: 'title unless said.' }),
  ),
  is_available: optional(
    flag({ description: 'Whether places are left, inside or outside of the sale window.' }),
  ),
  provider: words('`tc` (or `tickets-commerce`), `rsvp`'),
  after: moment('Created on or after this UTC date or timestamp.'),
  before: moment('Created on or before this UTC date or timestamp.'),
  include: optional(idList({ description: 'Only these tickets.' })),
  exclude: optional(idList({ description: 'Not these tickets.' })),
  include_post: optional(idList({ description: 'Tickets of these events.' })),
  exclude_post: optional(idList({ description: 'Tickets of other events.' })),
  attendees_min: many('At least this many attendees'),
  attendees_max: many('At most this many attendees'),
  checkedin_min: many('At least this many check-ins'),
  checkedin_max: many('At most this many check-ins'),
  capacity_min: many('At least this capacity; unlimited counts'),
  capacity_max: many('At most this capacity; unlimited does not count'),
  available_from: moment('The sale begins on or after this UTC date or timestamp.'),
  available_until: moment('The sale ends before this UTC date or timestamp.'),
  post_status: words('Statuses of the events; `any` for all you may read.'),
  status: words('Statuses of the tickets; `any` for all you may read.'),
  currency: words('Currency codes.'),
  attendee_information_available: optional(
    flag({ description: 'Tickets with further questions to attendees; there are none.' }),
  ),
})
export type TicketQuery = Static<typeof TicketQuery>

const places = Type.Union([Type.Integer(), Type.String()])
const numberLike = {
  takes: places,
  description: 'A whole number; negative is unlimited; blank is the default.',
}

const price = Type.Union([Type.String(), Type.Number()])

const StockFields = Type.Object(
  {
    mode: optional(
      oneOf(['own', 'capped', 'global', 'unlimited', ''], { description: 'Blank is unlimited.' }),
    ),
    capacity: optional(Type.Unsafe<unknown>(numberLike)),
    event_capacity: optional(
      Type.Unsafe<unknown>({ ...numberLike, description: "Capacity of the event's shared stock." }),
    ),
    stock: optional(
      Type.Unsafe<unknown>({
        takes: places,
        description: 'Instead of capacity: how many should remain for sale.',
      }),
    ),
    sale_price: optional(
      Type.Object(
        {
          checked: optional(
            anything(undefined, {
              takes: Type.Union([Type.Boolean(), Type.String()]),
              description: 'Whether there is one.',
            }),
          ),
          price: optional(anything(undefined, { takes: price, description: 'A decimal.' })),
          start_date: optional(text({ maxLength: 200, description: 'First day, YYYY-MM-DD.' })),
          end_date: optional(text({ maxLength: 200, description: 'Last day, YYYY-MM-DD.' })),
        },
        { title: 'SalePrice', description: 'A reduced price.' },
      ),
    ),
    fees: optional(
      Type.Object(
        {
          selected_fees: optional(
            Type.Array(Type.Unsafe<unknown>({ takes: Type.Integer() }), {
              description: "All ids of this ticket's selected fees.",
            }),
          ),
        },
        { title: 'FeeSelection', description: 'Which fees are added.' },
      ),
    ),
  },
  { title: 'TicketStock', description: 'Stock, sale price and fees.' },
)

const common = {
  name: optional(text({ maxLength: 1000, description: "The ticket's name." })),
  title: optional(text({ maxLength: 1000, description: 'The same; `name` beats it.' })),
  capacity: optional(
    Type.Unsafe<unknown>({
      takes: places,
      description: 'The same as `ticket[capacity]`, which beats it.',
    }),
  ),
  description: optional(text({ maxLength: 50_000, description: 'Plain text; it may be blank.' })),
  show_description: optional(
    anything(undefined, {
      description: 'Whether the description is shown: `yes` or `no`.',
      told: { type: 'string' },
      takes: Type.Union([Type.String(), Type.Boolean()]),
    }),
  ),
  start_date: optional(
    text({ maxLength: 200, description: 'First day of the sale, in the zone of the event.' }),
  ),
  start_time: optional(
    text({ maxLength: 200, description: 'Time of day on the first day; needs a first day.' }),
  ),
  end_date: optional(text({ maxLength: 200, description: 'Last day of the sale.' })),
  end_time: optional(
    text({ maxLength: 200, description: 'Time of day on the last day; needs a last day.' }),
  ),
  sale_ends: optional(
    oneOf(['event_start', 'event_end', 'date'], {
      description:
        'When the sale ends without `end_date`: when the event begins (the default) or ends. It follows the event.',
    }),
  ),
  sku: optional(text({ maxLength: 200, description: 'Your own stock-keeping number.' })),
  iac: optional(oneOf(['none', 'allowed', 'required', ''], { description: 'Names per attendee.' })),
  menu_order: optional(
    Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      description: 'Its position among the tickets of the event.',
    }),
  ),
  min_per_order: optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'The fewest one order may have.' }),
  ),
  max_per_order: optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'The most one order may have.' }),
  ),
  hidden: optional(
    flag({
      description:
        'Whether it is seen and sold only with a coupon that opens it (`opens` of the coupon).',
    }),
  ),
  ticket: optional(StockFields),
}

/** No member is required in the schema: a caller without the nonce or the right should learn only that. */
export const NewTicket = Type.Object({
  post_id: optional(
    anything(undefined, {
      confusedWith: 'event_id',
      description: 'The event of the ticket.',
      told: { type: 'integer' },
      takes: Type.Integer({ minimum: 1 }),
    }),
  ),
  add_ticket_nonce: optional(
    anything(undefined, {
      description:
        '`nonces.add` of the event, which `GET /events/{id}` answers to whoever is signed in and may edit it.',
      told: { type: 'string' },
      takes: Type.String(),
    }),
  ),
  provider: optional(
    anything(undefined, {
      description:
        '`tc` for tickets of the shop, paid or free; `rsvp` for answers to an invitation.',
      told: { type: 'string' },
      takes: { type: 'string', enum: ['tc', 'rsvp'] },
    }),
  ),
  price: optional(
    anything(undefined, {
      description: 'A decimal; blank is free.',
      told: { type: 'string' },
      takes: price,
    }),
  ),
  ...common,
})
export type NewTicket = Static<typeof NewTicket>

export const TicketChanges = Type.Object({
  post_id: id({ confusedWith: 'event_id', description: 'The event of the ticket.' }),
  edit_ticket_nonce: text({
    description:
      '`nonces.edit` of the ticket, which `GET /tickets/{id}` answers to whoever is signed in and may edit it.',
  }),
  price: optional(text({ maxLength: 100, description: 'A decimal; blank is free.' })),
  currency: optional(
    text({
      maxLength: 3,
      description:
        "The site's currency. Sent with a price, it reprices a ticket that had a price in another currency.",
    }),
  ),
  ...common,
})
export type TicketChanges = Static<typeof TicketChanges>
export type TicketFields = Omit<TicketChanges, 'post_id' | 'edit_ticket_nonce' | 'price'> & {
  price?: unknown
}

export const TicketRemoval = Type.Object({
  post_id: id({ confusedWith: 'event_id', description: 'The event of the ticket.' }),
  remove_ticket_nonce: text({
    description:
      '`nonces.remove` of the ticket, which `GET /tickets/{id}` answers to whoever is signed in and may edit it.',
  }),
})

/** The names by which clients call the kinds of ticket: ours, and those of the existing system (contract.md 1.3). */
const kinds = new Map<unknown, 'tc' | 'rsvp'>([
  ['tc', 'tc'],
  ['rsvp', 'rsvp'],
  ['TEC\\Tickets\\Commerce\\Module', 'tc'],
  ['Tribe__Tickets__RSVP', 'rsvp'],
])

/** The kind of ticket that a client names. */
export const kindNamed = (provider: unknown) => kinds.get(provider)
