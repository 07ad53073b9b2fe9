import { Type } from 'typebox'
import { id, oneOf, text } from '../../platform/http/params.ts'
import { messageKindNames, messageStates } from './rules.ts'

const address = () => text({ format: 'email', maxLength: 254 })

export const MessageParams = Type.Object({ id: id() })

export const MessageQuery = Type.Object({
  state: Type.Optional(oneOf([...messageStates])),
  kind: Type.Optional(oneOf([...messageKindNames])),
  order: Type.Optional(id({ description: 'Messages about this order.' })),
  recipient: Type.Optional(address()),
  before: Type.Optional(id({ description: 'Messages older than the one with this id.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
})

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const MessageView = Type.Object(
  {
    id: Type.Integer(),
    kind: oneOf([...messageKindNames]),
    state: oneOf([...messageStates]),
    recipient: Type.String(),
    locale: Type.String(),
    subject: Type.String({ description: 'Empty until it was made.' }),
    order_id: orNull(Type.Integer()),
    event_id: orNull(Type.Integer()),
    attendee_id: orNull(Type.Integer()),
    attempts: Type.Integer(),
    send_at: Type.String({ description: 'When it is due, ISO 8601.' }),
    created_at: Type.String(),
    sent_at: orNull(Type.String()),
    bounced_at: orNull(Type.String()),
    message_id: orNull(Type.String({ description: 'Its Message-ID header.' })),
    bytes: orNull(Type.Integer()),
    smtp_code: orNull(Type.Integer()),
    response: orNull(Type.String({ description: "The mail server's words." })),
    error: orNull(Type.String({ description: 'Why it did not leave.' })),
  },
  { title: 'Message' },
)

export const MessageList = Type.Object({
  messages: Type.Array(MessageView),
  more: Type.Boolean({ description: 'Whether there are older ones.' }),
})

export const TestRequest = Type.Object({ to: address() })

export const ResendRequest = Type.Object({
  to: Type.Optional(
    text({
      format: 'email',
      maxLength: 254,
      description: 'Another address than the buyer gave, e.g. the corrected one.',
    }),
  ),
})

export const LinksRequest = Type.Object({ email: address() })

export const Accepted = Type.Object({ accepted: Type.Boolean() })
