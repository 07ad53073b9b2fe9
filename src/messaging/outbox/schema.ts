import { Type } from 'typebox'
import {
  countOf,
  idOf,
  instant,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { messageKindNames, messageStates } from './rules.ts'

const address = (description: string) => text({ format: 'idn-email', maxLength: 254, description })

export const MessageParams = Type.Object({ id: id({ description: 'The id of the mail.' }) })
export const OrderParams = Type.Object({ id: id({ description: 'The id of the order.' }) })

const kind = () => oneOf([...messageKindNames], { description: 'What the mail is about.' })
const state = () => oneOf([...messageStates], { description: 'What became of the mail.' })

export const MessageQuery = Type.Object({
  state: Type.Optional(state()),
  kind: Type.Optional(kind()),
  order: Type.Optional(id({ description: 'Messages about this order.' })),
  recipient: Type.Optional(address('Messages to this address.')),
  before: Type.Optional(id({ description: 'Messages older than the one with this id.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many.' }),
  ),
})

const number = Type.Integer()
const words = Type.String()

export const MessageView = Type.Object(
  {
    id: idOf('mail'),
    kind: kind(),
    state: state(),
    recipient: said('Whom it goes to; blank after the address was erased.'),
    locale: said('The language it is written in, e.g. `de`.'),
    subject: said('Empty until it was made.'),
    order_id: orNull(number, 'The order it is about.'),
    event_id: orNull(number, 'The event it is about.'),
    attendee_id: orNull(number, 'The attendee it is about.'),
    attempts: countOf('Attempts to send it'),
    send_at: instant('When it is due'),
    created_at: instant('When there was a reason for it'),
    sent_at: orNull(words, 'When it left, ISO 8601 in UTC.'),
    bounced_at: orNull(words, 'When it came back, ISO 8601 in UTC.'),
    message_id: orNull(words, 'Its Message-ID header.'),
    bytes: orNull(number, 'Its size in bytes.'),
    smtp_code: orNull(number, "The mail server's reply code."),
    response: orNull(words, "The mail server's words."),
    error: orNull(words, 'Why it did not leave.'),
  },
  { title: 'Message' },
)

export const MessageList = Type.Object({
  messages: Type.Array(MessageView, { description: 'The newest first.' }),
  more: Type.Boolean({ description: 'Whether there are older ones.' }),
})

export const TestRequest = Type.Object({ to: address('Whom the test goes to.') })

export const ResendRequest = Type.Object({
  to: Type.Optional(address('Another address than the buyer gave, e.g. the corrected one.')),
})

export const LinksRequest = Type.Object({
  email: address('The address that the orders were made with.'),
})

export const Accepted = Type.Object({
  accepted: Type.Boolean({ description: 'Always true, whether there are orders or not.' }),
})
