import { Type } from 'typebox'
import {
  credentialMembers,
  Deleted,
  idOf,
  orNull,
  said,
  titled,
} from '../../platform/http/described/answer-shapes.ts'
import type { AttendeeView } from '../attendees/view.attendee.ts'
import { filledText, id, lifetime, text } from '../../platform/http/described/params.ts'

const optional = Type.Optional

export const KeyParams = Type.Object({ id: id({ description: 'The id of the scanner key.' }) })
export const NewKey = Type.Object({
  name: filledText({ maxLength: 200, description: 'Shown when a ticket is scanned a second time' }),
  event: optional(id({ description: 'The one event the key works for; without it, all events' })),
  ...lifetime(),
})
const keyView = {
  id: idOf('scanner key'),
  name: said('What it is for, e.g. the name of the gate.'),
  event: orNull(Type.Integer(), 'The one event it works for; null is all.'),
  ...credentialMembers,
}
export const KeyView = Type.Object(keyView, { title: 'ScannerKey' })
export const MadeKey = Type.Object({
  ...keyView,
  api_key: said('Shown in this response only.'),
})
export { Deleted }

/** RFC 7517 and RFC 8037. `kid` is the number of the key, as ticket codes name it. */
export const TicketKeys = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.Literal('OKP', { description: 'The kind of key.' }),
      crv: Type.Literal('Ed25519', { description: 'Its curve.' }),
      use: Type.Literal('sig', { description: 'For signatures.' }),
      kid: said('The number of the key, as ticket codes name it.'),
      x: Type.String({ description: 'The 32 bytes of the key, in base64url' }),
    }),
    { description: 'The newest signs; older ones still verify.' },
  ),
})

export const QrParams = Type.Object({ id: id({ description: "The attendee's security code" }) })
export const QrState = Type.Object({
  id: idOf('attendee'),
  checked_in: said('`1` for an attendee who is inside, else blank.'),
})

/** All three are required; the API key may be sent as a bearer token instead. */
export const QrQuery = Type.Object({
  api_key: optional(text({ maxLength: 200, description: 'Required, here or as bearer token' })),
  ticket_id: optional(text({ maxLength: 200, description: 'Required; the id of the attendee' })),
  security_code: optional(text({ maxLength: 200, description: 'Required' })),
  event_id: optional(text({ maxLength: 200, description: 'Not used: the attendee says it' })),
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
export const Scanned = Type.Object(
  {
    msg: said('What came of the scan, for the person at the door.'),
    error: optional(said('Of a refusal: its error code.')),
    code: optional(said('The same, as in every other error.')),
    message: optional(said('The same as `msg`, as in every other error.')),
    data: optional(
      Type.Object(
        { status: Type.Integer({ description: 'The HTTP status.' }) },
        { title: 'ScanStatus', description: 'Of a refusal, as in every other error.' },
      ),
    ),
    attendee: optional(
      titled<AttendeeView>('Attendee', { description: 'Whose ticket was scanned.' }),
    ),
  },
  { title: 'Scanned' },
)
