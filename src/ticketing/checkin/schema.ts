import { Type } from 'typebox'
import { filledText, id, lifetime, text } from '../../platform/http/params.ts'

const optional = Type.Optional
const anyObject = Type.Object({}, { additionalProperties: true })

export const KeyParams = Type.Object({ id: id() })
export const NewKey = Type.Object({
  name: filledText({ maxLength: 200, description: 'Shown when a ticket is scanned a second time' }),
  event: optional(id({ description: 'The one event the key works for; without it, all events' })),
  ...lifetime(),
})
const keyView = {
  id: Type.Integer(),
  name: Type.String(),
  event: Type.Union([Type.Integer(), Type.Null()]),
  created_at: Type.String(),
  expires_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When it expires, ISO 8601 in UTC; null is never',
  }),
  last_used_on: Type.Union([Type.String(), Type.Null()]),
}
export const KeyView = Type.Object(keyView, { title: 'ScannerKey' })
export const MadeKey = Type.Object({
  ...keyView,
  api_key: Type.String({ description: 'Shown in this response only' }),
})
export const Deleted = Type.Object({ deleted: Type.Boolean() })

/** RFC 7517 and RFC 8037. `kid` is the number of the key, as ticket codes name it. */
export const TicketKeys = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.Literal('OKP'),
      crv: Type.Literal('Ed25519'),
      use: Type.Literal('sig'),
      kid: Type.String(),
      x: Type.String({ description: 'The 32 bytes of the key, in base64url' }),
    }),
  ),
})

export const QrParams = Type.Object({ id: id({ description: "The attendee's security code" }) })
export const QrState = Type.Object({ id: Type.Integer(), checked_in: Type.String() })

/** All three are required; the API key may be sent as a bearer token instead. */
export const QrQuery = Type.Object({
  api_key: optional(text({ maxLength: 200, description: 'Required, here or as bearer token' })),
  ticket_id: optional(text({ maxLength: 200, description: 'Required; the id of the attendee' })),
  security_code: optional(text({ maxLength: 200, description: 'Required' })),
  event_id: optional(text({ maxLength: 200 })),
})

export const Scan = Type.Object({
  ticket: filledText({
    maxLength: 4000,
    description: 'A signed ticket code, the address in a QR picture, or the code printed beside it',
  }),
  at: optional(
    text({ format: 'date-time', description: 'When the device scanned it; now if absent' }),
  ),
  nonce: optional(
    filledText({
      maxLength: 200,
      description: 'A unique id of the scan; sent again, it gets the same response',
    }),
  ),
})
/** Responses with 400 and 403 also have `error` and, for a known ticket, its attendee. */
export const Scanned = Type.Object({
  msg: Type.String(),
  error: optional(Type.String()),
  code: optional(Type.String()),
  message: optional(Type.String()),
  data: optional(Type.Object({ status: Type.Integer() })),
  attendee: optional(anyObject),
})
