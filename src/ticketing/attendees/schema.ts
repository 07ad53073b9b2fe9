import { type Static, Type } from 'typebox'
import { parseWhen } from '../../core/time.ts'
import { filledText, flag, id, idList, oneOf, text, textList } from '../../platform/http/params.ts'

/** Whether a text is a moment at all; `now` does not matter for that. */
const isMoment = (value: unknown) =>
  parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined

const optional = Type.Optional
const moment = () => optional(text({ maxLength: 200, holds: isMoment }))
const money = () => optional(Type.Integer({ minimum: -1e12, maximum: 1e12 }))
const texts = () => optional(textList({ minItems: 0 }))
const ids = () => optional(idList())

export const AttendeeParams = Type.Object({ id: id() })

export const AttendeeQuery = Type.Object({
  page: optional(Type.Integer({ minimum: 1, default: 1 })),
  per_page: optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  provider: optional(
    textList({ minItems: 0, description: '`tc` (or `tickets-commerce`), `rsvp`' }),
  ),
  search: optional(
    filledText({ maxLength: 200, description: 'In names; for staff in addresses too' }),
  ),
  offset: optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  order: optional(oneOf(['ASC', 'DESC'])),
  orderby: optional(oneOf(['id', 'date', 'include', 'title', 'slug'])),
  post_id: optional(id()),
  ticket_id: optional(id()),
  order_id: optional(id()),
  after: moment(),
  before: moment(),
  include: ids(),
  exclude: ids(),
  price_max: money(),
  price_min: money(),
  include_post: ids(),
  exclude_post: ids(),
  include_ticket: ids(),
  exclude_ticket: ids(),
  post_status: texts(),
  status: texts(),
  order_status: texts(),
  checkedin: optional(flag()),
  rsvp_going_status: texts(),
  attendee_information_available: optional(flag()),
  name: optional(text({ maxLength: 200 })),
  email: optional(text({ maxLength: 200, description: 'For staff only; ignored for others' })),
})
export type AttendeeQuery = Static<typeof AttendeeQuery>

export const AttendeePassword = Type.Object({
  password: optional(text({ maxLength: 1000, description: 'Of the event, when it is protected' })),
})

const email = () => text({ format: 'email', maxLength: 254 })
const status = () =>
  optional(
    text({ maxLength: 50, description: '`yes` or `no` of an answer; `completed` or `pending`' }),
  )
const optOut = () => optional(flag({ description: 'Whether public lists leave it out' }))
const fullName = () => text({ maxLength: 500 })

export const NewAttendee = Type.Object({
  ticket_id: id(),
  full_name: fullName(),
  email: email(),
  attendee_status: status(),
  check_in: optional(flag()),
  optout: optOut(),
})

export const AttendeeChanges = Type.Object({
  ticket_id: optional(
    id({ description: 'Another ticket of the event, which the attendee has from now on' }),
  ),
  check_in: optional(flag()),
  full_name: optional(fullName()),
  email: optional(email()),
  attendee_status: status(),
  optout: optOut(),
})

const dateDetails = Type.Object({
  year: Type.String(),
  month: Type.String(),
  day: Type.String(),
  hour: Type.String(),
  minutes: Type.String(),
  seconds: Type.String(),
})

const TicketOfAttendee = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  raw_price: Type.String(),
  formatted_price: Type.String(),
  currency_config: Type.Object({
    symbol: Type.String(),
    placement: Type.String(),
    decimal_point: Type.String(),
    thousands_sep: Type.String(),
    number_of_decimals: Type.Integer(),
  }),
  start_sale: Type.String(),
  end_sale: Type.String(),
})

const checkInDetails = Type.Union([
  Type.Literal(false),
  Type.Object({
    date: Type.String(),
    date_details: dateDetails,
    source: Type.String(),
    author: Type.Integer(),
    device: Type.String(),
  }),
])

export const AttendeeView = Type.Object(
  {
    id: Type.Integer(),
    post_id: Type.Integer(),
    ticket_id: Type.Integer(),
    global_id: Type.String(),
    global_id_lineage: Type.Array(Type.String()),
    author: Type.String(),
    status: Type.String(),
    date: Type.String(),
    date_utc: Type.String(),
    modified: Type.String(),
    modified_utc: Type.String(),
    rest_url: Type.String(),
    ticket: TicketOfAttendee,
    optout: Type.Boolean(),
    title: optional(Type.String()),
    provider: optional(Type.String()),
    order: optional(Type.Union([Type.Integer(), Type.String()])),
    sku: optional(Type.String()),
    email: optional(Type.String()),
    checked_in: optional(Type.Boolean()),
    checkin_details: optional(checkInDetails),
    is_subscribed: optional(Type.Boolean()),
    is_purchaser: optional(Type.Boolean()),
    order_status: optional(Type.String()),
    qr_url: optional(Type.String()),
    rsvp_going: optional(Type.Boolean()),
    payment: optional(
      Type.Object({
        provider: Type.String(),
        price: Type.String(),
        currency: Type.String(),
        date: Type.String(),
        date_details: dateDetails,
      }),
    ),
  },
  { title: 'Attendee' },
)

export const AttendeeList = Type.Object({
  rest_url: Type.String(),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  attendees: Type.Array(AttendeeView),
})
