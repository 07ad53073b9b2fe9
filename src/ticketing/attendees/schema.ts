import { type Static, Type } from 'typebox'
import { parseWhen } from '../../core/time.ts'
import {
  filledText,
  flag,
  id,
  idList,
  oneOf,
  pageNumber,
  personsAddress,
  text,
  textList,
} from '../../platform/http/described/params.ts'

/** Whether a text can be read as a moment; the value of `now` does not matter for that. */
const isMoment = (value: unknown) =>
  parseWhen(value, { zone: 'UTC', now: new Date(0) }) !== undefined

const optional = Type.Optional
const moment = (description: string) =>
  optional(text({ maxLength: 200, holds: isMoment, description }))
const money = (description: string) =>
  optional(Type.Integer({ minimum: -1e12, maximum: 1e12, description }))
const texts = (description: string) => optional(textList({ minItems: 0, description }))
const ids = (description: string) => optional(idList({ description }))

export const AttendeeParams = Type.Object({ id: id({ description: 'The id of the attendee' }) })

export const AttendeeQuery = Type.Object({
  page: optional(pageNumber()),
  per_page: optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Attendees on a page' }),
  ),
  provider: optional(
    textList({ minItems: 0, description: '`tc` (or `tickets-commerce`), `rsvp`' }),
  ),
  search: optional(
    filledText({ maxLength: 200, description: 'Text in names; for staff also in email addresses' }),
  ),
  offset: optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Skip this many attendees' }),
  ),
  order: optional(oneOf(['ASC', 'DESC'], { description: 'Default: ASC' })),
  orderby: optional(
    oneOf(['id', 'date', 'include', 'title', 'slug'], { description: 'Default: id' }),
  ),
  post_id: optional(id({ description: 'Of the event with this id' })),
  ticket_id: optional(id({ description: 'Of this ticket' })),
  order_id: optional(id({ description: 'Of this order; for staff' })),
  after: moment('Made on or after this UTC date or timestamp, e.g. `2031-06-01`'),
  before: moment('Made on or before this UTC date or timestamp'),
  include: ids('Only these'),
  exclude: ids('Not these'),
  price_max: money('Highest price paid, in major units of the currency; for staff'),
  price_min: money('Lowest price paid, in major units of the currency; for staff'),
  include_post: ids('Of these events; it takes precedence over `post_id`'),
  exclude_post: ids('Of other events'),
  include_ticket: ids('Of these tickets; it takes precedence over `ticket_id`'),
  exclude_ticket: ids('Of other tickets'),
  post_status: texts('Statuses of the events; for staff'),
  status: texts('`publish`, or `trash` for returned places; for staff'),
  order_status: texts('Statuses of the orders, `public`, `private` or `any`'),
  checkedin: optional(flag({ description: 'Checked in or not; not for the public' })),
  rsvp_going_status: texts('Answer to the invitation: `yes`, `no`; sold tickets always match'),
  attendee_information_available: optional(
    flag({ description: 'With further answers, which nobody is asked for' }),
  ),
  name: optional(text({ maxLength: 200, description: 'A part of the name' })),
  email: optional(text({ maxLength: 200, description: 'For staff; ignored for others' })),
})
export type AttendeeQuery = Static<typeof AttendeeQuery>

export const AttendeePassword = Type.Object({
  password: optional(text({ maxLength: 1000, description: 'Password of a protected event' })),
})

const email = () => personsAddress({ description: "The attendee's email address" })
const status = () =>
  optional(
    text({
      maxLength: 50,
      description:
        '`yes` or `no` for an answer to an invitation; `completed` or `pending` for a ticket',
    }),
  )
const optOut = () => optional(flag({ description: 'Whether public lists omit the attendee' }))
const fullName = () => text({ maxLength: 500, description: "The attendee's name" })
const checkIn = () => optional(flag({ description: 'Whether the attendee is checked in' }))

export const NewAttendee = Type.Object({
  ticket_id: id({ description: 'The ticket whose place is taken' }),
  full_name: fullName(),
  email: email(),
  attendee_status: status(),
  check_in: checkIn(),
  optout: optOut(),
})

export const AttendeeChanges = Type.Object({
  ticket_id: optional(id({ description: 'The ticket to move the attendee to; of the same event' })),
  check_in: checkIn(),
  checked_in: optional(
    flag({ description: 'The same, and the present state changes nothing; `check_in` beats it' }),
  ),
  full_name: optional(fullName()),
  title: optional(text({ maxLength: 500, description: 'The same as `full_name`, which beats it' })),
  email: optional(email()),
  attendee_status: status(),
  optout: optOut(),
})

/** The events, and the tickets, that a list is narrowed to. */
export const eventsNamed = ({ post_id, include_post }: AttendeeQuery) =>
  include_post ?? (post_id === undefined ? undefined : [post_id])
export const ticketsNamed = ({ ticket_id, include_ticket }: AttendeeQuery) =>
  include_ticket ?? (ticket_id === undefined ? undefined : [ticket_id])
