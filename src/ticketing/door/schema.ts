import { Type } from 'typebox'
import {
  countOf,
  Deleted,
  idOf,
  instant,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import {
  count,
  filledText,
  flag,
  id,
  idList,
  oneOf,
  text,
} from '../../platform/http/described/params.ts'
import { entryRules } from './rules.ts'

const optional = Type.Optional
export { Deleted }

export const EventParams = Type.Object({ id: id({ description: 'The id of the event.' }) })
export const GateParams = Type.Object({
  id: id({ description: 'The id of the event.' }),
  gate_id: id({ description: 'The id of the gate.' }),
})
export const DeviceParams = Type.Object({ id: id({ description: 'The id of the paired phone.' }) })

const gateFields = {
  place: optional(text({ maxLength: 200, description: 'Where it is, e.g. `left of the stairs`.' })),
  tickets: optional(
    idList({ minItems: 0, maxItems: 200, description: 'The tickets that it is for; none is all.' }),
  ),
}
export const NewGate = Type.Object({
  name: filledText({ maxLength: 100, description: 'E.g. `Gate A`.' }),
  ...gateFields,
})
export const GateChanges = Type.Object({
  name: optional(filledText({ maxLength: 100, description: 'E.g. `Gate A`.' })),
  ...gateFields,
})
export const GateView = Type.Object(
  {
    id: idOf('gate'),
    name: said('Its name.'),
    place: said('Where it is; may be blank.'),
    tickets: Type.Array(Type.Integer(), {
      description: 'The tickets that it is for; none is all.',
    }),
  },
  { title: 'Gate' },
)

export const NewDevice = Type.Object({
  name: filledText({
    maxLength: 100,
    description: 'What staff call the phone, e.g. `Ada, gate A`.',
  }),
  events: idList({ maxItems: 50, description: 'The events at whose doors it works.' }),
  gate: optional(
    Type.Union([id(), Type.Null()], {
      description: 'The gate it begins at; it can be changed there.',
    }),
  ),
  profile: optional(
    oneOf(['scan', 'search'], {
      description:
        'What it may do: `scan` (the usual one), or `search` for people by name too, with a network.',
    }),
  ),
})

const device = {
  id: idOf('paired phone'),
  name: said('What staff call it.'),
  events: Type.Array(Type.Integer(), { description: 'The events at whose doors it works.' }),
  profile: oneOf(['scan', 'search'], { description: 'Whether it may search by name.' }),
  gate: orNull(Type.Integer(), 'The gate it begins at.'),
  state: oneOf(['waiting', 'paired', 'revoked'], { description: 'Whether it was paired.' }),
  created_at: instant('When the pairing was made'),
  paired_at: orNull(Type.String(), 'When it was paired, ISO 8601 in UTC.'),
  seen_at: orNull(Type.String(), 'When it was last here, to the minute, ISO 8601 in UTC.'),
  revoked_at: orNull(Type.String(), 'When it was revoked, ISO 8601 in UTC.'),
  app_version: said('The version of the page of the door that it runs.'),
  unsent: countOf('Scans that it has not sent yet, as it last said'),
  battery: orNull(Type.Integer(), 'Its battery in per cent, as it last said.'),
  last_seq: countOf('The number of its last stored scan'),
}
export const DeviceView = Type.Object(device, {
  title: 'DoorDevice',
  description: 'A phone that is paired, waits to be, or was revoked.',
})
export const MadeDevice = Type.Object(
  {
    ...device,
    pairing: Type.Object(
      {
        token: said('Works once. Shown in this response only.'),
        url: said('What the phone opens, best as a QR code. The token stands in its fragment.'),
        expires_at: instant('Until when it works'),
      },
      { title: 'DoorPairing', description: 'How the phone is paired.' },
    ),
  },
  { title: 'MadeDoorDevice' },
)

export const Pairing = Type.Object({
  token: filledText({
    maxLength: 200,
    description: 'What the address of the pairing has in its fragment.',
  }),
  app_version: optional(
    text({ maxLength: 50, description: 'The version of the page of the door.' }),
  ),
})
const eventOfDoor = (description: string) =>
  Type.Object(
    {
      id: idOf('event'),
      title: said('Its title.'),
      timezone: said('Its time zone.'),
      starts_at: instant('When it begins'),
      ends_at: instant('When it ends'),
      happening: said('`scheduled`, `cancelled`, `postponed` and the like.'),
      entry_buffer_minutes: orNull(
        Type.Integer(),
        'How many minutes before and after it somebody may come in; null is no limit.',
      ),
    },
    { title: 'DoorEvent', description },
  )
const ticketOfDoor = Type.Object(
  {
    id: idOf('ticket'),
    name: said('Its name.'),
    entry: oneOf([...entryRules], { description: 'How often it lets in.' }),
    door_note: said('What the door has to say or see; may be blank.'),
  },
  { title: 'DoorTicket' },
)
export const Paired = Type.Object(
  {
    device: DeviceView,
    secret: said('The bearer token of the phone. Shown in this response only.'),
    events: Type.Array(eventOfDoor('One of them.'), {
      description: 'The events at whose doors it works.',
    }),
  },
  { title: 'PairedDevice' },
)

export const ListQuery = Type.Object({
  event: id({ description: 'The event.' }),
  after: optional(
    count({ description: 'The `next` of the part before; without it the first part.' }),
  ),
})
export const ChangesQuery = Type.Object({
  event: id({ description: 'The event.' }),
  after: Type.Integer({
    minimum: 0,
    description: 'The `position` of the list or of the changes before.',
  }),
})
export const CountsQuery = Type.Object({ event: id({ description: 'The event.' }) })

export const ListedView = Type.Object(
  {
    id: idOf('attendee'),
    ticket: idOf('ticket'),
    order: orNull(Type.Integer(), 'The order: who has the same one came together.'),
    generation: countOf('How often the ticket was passed on or given back'),
    state: oneOf(['valid', 'unpaid', 'ended'], {
      description: 'Whether it admits; `ended` is a place that was given back.',
    }),
    code: said(
      'The first 8 bytes of the SHA-256 of `<id>.<security_code>`, in hexadecimal digits.',
    ),
    typed: said(
      'The first 8 bytes of the SHA-256 of `door|<event>|<door code>`, for codes that are typed.',
    ),
    note: flag({ description: 'Whether `sealed` has a note that must be acknowledged.' }),
    sealed: said(
      'Name and note, sealed under the security code of the ticket: base64url of 12 bytes of nonce and AES-256-GCM. Blank of an ended place.',
    ),
    checked_in_at: orNull(
      Type.String(),
      'The first admission that was not undone, ISO 8601 in UTC.',
    ),
    inside: flag({ description: 'Whether the attendee is inside now.' }),
    entered_at: orNull(Type.String(), 'The last admission, ISO 8601 in UTC.'),
    device: orNull(Type.Integer(), 'The phone that it was at; null for other ways to check in.'),
    gate: orNull(Type.Integer(), 'The gate that it was at.'),
    owed: orNull(
      Type.String(),
      'Of an unpaid place: what its order costs, such as `24.00 EUR`. Told to phones that may search people by name.',
    ),
  },
  { title: 'DoorListEntry' },
)

const head = {
  event: eventOfDoor('The event.'),
  gates: Type.Array(GateView, { description: 'The gates of the event.' }),
  tickets: Type.Array(ticketOfDoor, { description: 'The tickets of the event.' }),
  now: instant('Our clock'),
  position: countOf('The place in the list of changes up to which this is complete'),
  rows: Type.Array(ListedView, { description: 'By ascending id.' }),
}
export const Snapshot = Type.Object(
  {
    ...head,
    next: orNull(Type.Integer(), 'Sent as `after` for the next part; null behind the last.'),
  },
  { title: 'DoorList' },
)
export const Changes = Type.Object(
  { ...head, more: flag({ description: 'Whether further changes can be read at once.' }) },
  { title: 'DoorChanges' },
)
