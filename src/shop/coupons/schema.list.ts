import { Type } from 'typebox'
import { orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { flag, id, text } from '../../platform/http/described/params.ts'
import { CouponView } from './schema.ts'

const optional = Type.Optional

export const CodesQuery = Type.Object({
  event: optional(
    id({ description: 'Codes for this event: limited to it or to its tickets, or opening one.' }),
  ),
  everywhere: optional(
    flag({ description: 'True: only codes that count for everything; false: only limited ones.' }),
  ),
  batch: optional(
    text({
      maxLength: 16,
      holds: (value: unknown) =>
        value === 'none' || (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)),
      description: 'Only the codes of this batch, by its id; `none` for codes of no batch.',
    }),
  ),
  search: optional(text({ maxLength: 200, description: 'What the code or its name contains.' })),
  after: optional(id({ description: '`next` of the answer before.' })),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'At most so many rows; 50 unless said.',
    }),
  ),
})

const left = (what: string) =>
  orNull(Type.Integer(), `${what} are left, without those that carts hold; null is unlimited.`)

const ListedCode = Type.Object(
  {
    ...CouponView.properties,
    orders_left: left('How many orders'),
    places_left: left('How many places'),
    batch: orNull(Type.Integer(), 'The batch that it is of; null without one.'),
    link: orNull(
      Type.String(),
      'The page of its event, with the code; null for a code of several events or of all.',
    ),
  },
  { title: 'ListedCode' },
)

const NamedEvent = Type.Object(
  { id: Type.Integer({ description: 'The id of the event.' }), title: said('Its title.') },
  { title: 'EventOfCodes' },
)

const NamedTicket = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the ticket.' }),
    event: Type.Integer({ description: 'The id of its event.' }),
    name: said('Its name.'),
    hidden: Type.Boolean({ description: 'Whether only a code shows it.' }),
  },
  { title: 'TicketOfCodes' },
)

export const CodeList = Type.Object(
  {
    coupons: Type.Array(ListedCode, { description: 'Coupons, the newest first.' }),
    events: Type.Array(NamedEvent, { description: 'The events that they name.' }),
    tickets: Type.Array(NamedTicket, { description: 'The tickets that they name.' }),
    next: orNull(Type.Integer(), 'Send it as `after` for the next rows; null at the end.'),
  },
  { title: 'CodeList' },
)
