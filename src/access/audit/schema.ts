import { Type } from 'typebox'
import { idOf, instant, mapOf, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { actions, actorKinds } from './lookup.ts'

const moment = (description: string) =>
  Type.Optional(text({ format: 'date-time', maxLength: 40, description }))
const word = (description: string) => Type.Optional(text({ maxLength: 64, description }))

export const AuditQuery = Type.Object({
  record: word('The kind of record, e.g. `event`, `ticket`, `order`, `user`.'),
  record_id: Type.Optional(id({ description: 'Its id; send `record` with it.' })),
  actor: Type.Optional(oneOf([...actorKinds], { description: 'Who wrote.' })),
  actor_id: Type.Optional(
    id({ description: 'The id of the account or scanner key; send `actor` with it.' }),
  ),
  operation: word('The operation of the request, e.g. `updateEvent`.'),
  request_id: word('The `Request-Id` of the request.'),
  since: moment('Entries from this moment on.'),
  until: moment('Entries before this moment.'),
  before: Type.Optional(id({ description: 'Entries older than the one with this id.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many.' }),
  ),
})

/** What a column may hold, as JSON. */
export type ColumnValue = string | number | boolean | null | object
const columns = (description: string) =>
  orNull(
    mapOf<ColumnValue>(
      Type.Union(
        [
          Type.String(),
          Type.Number(),
          Type.Boolean(),
          Type.Null(),
          Type.Array(Type.Union([Type.String(), Type.Number(), Type.Object({})])),
          Type.Object({}, { additionalProperties: true }),
        ],
        { title: 'ColumnValue', description: 'What a column holds, as JSON.' },
      ),
    ),
    description,
  )

const AuditEntry = Type.Object({
  id: idOf('entry'),
  at: instant('When'),
  actor: Type.Object(
    {
      type: oneOf([...actorKinds], { description: 'What kind of actor.' }),
      id: orNull(Type.Integer(), 'The id of the account or the scanner key; null for others.'),
      name: said(
        'The credential of an account, e.g. `password:12`, or the name of a provider, job or command.',
      ),
      login: orNull(Type.String(), 'The login that the account has now.'),
    },
    { description: 'Who wrote.' },
  ),
  request_id: orNull(Type.String(), 'The `Request-Id` of the request, if it was one.'),
  operation: orNull(Type.String(), 'What was asked for, e.g. `updateEvent`.'),
  action: oneOf([...actions], { description: 'What became of the row.' }),
  record: Type.Object(
    {
      type: said('The kind of record, e.g. `event`.'),
      id: orNull(Type.Integer(), 'Its id; null where it has none.'),
      part: orNull(Type.String(), 'What of it, where it is not the record itself, e.g. `terms`.'),
    },
    { description: 'What the entry is about.' },
  ),
  before: columns('Of a change, what was changed; of a deletion, everything. No secrets.'),
  after: columns('Of a change, what it became; of a new record, everything. No secrets.'),
  personal: columns('`before` and `after` of values about a person; null once they are erased.'),
})

export const AuditList = Type.Object(
  {
    entries: Type.Array(AuditEntry, { description: 'The newest first.' }),
    more: Type.Boolean({ description: 'Whether there are older ones.' }),
  },
  { title: 'AuditEntries' },
)
