import { Type } from 'typebox'
import { type FactPayload, factNames } from '../../core/facts.ts'
import { instant, mapOf } from '../../platform/http/described/answer-shapes.ts'
import { oneOf, text } from '../../platform/http/described/params.ts'

export const changesMost = 1000
export const waitMostSeconds = 25

export const ChangeQuery = Type.Object({
  after: Type.Optional(
    text({
      maxLength: 200,
      description:
        'The `cursor` of the answer before. Without it the list begins with the oldest change that is kept, with `latest` behind the newest.',
    }),
  ),
  types: Type.Optional(
    Type.Array(oneOf([...factNames]), {
      minItems: 1,
      maxItems: factNames.length,
      description: 'Only changes of these types.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: changesMost, default: 100, description: 'How many.' }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitMostSeconds,
      default: 0,
      description: 'Seconds to wait for a change when there is none yet.',
    }),
  ),
})

const Change = Type.Object({
  sequence: Type.Integer({
    description: 'Its place in the order of all changes: each is one more than the one before.',
  }),
  type: oneOf([...factNames], { description: 'What happened.' }),
  timestamp: instant('When'),
  event_ids: Type.Array(Type.Integer(), {
    description: 'The events that it is about, and that the reader may read.',
  }),
  data: mapOf<FactPayload[string]>(
    Type.Union([Type.Integer(), Type.String(), Type.Boolean(), Type.Array(Type.Integer())]),
    {
      description:
        'Ids of what it is about, never personal data. Changes of an order have `attendee_ids`, all its places.',
    },
  ),
})

export const ChangeList = Type.Object(
  {
    changes: Type.Array(Change, { description: 'In the order in which they happened.' }),
    cursor: Type.String({ description: 'To be sent as `after` for what comes next.' }),
    more: Type.Boolean({ description: 'Whether further changes can be read at once.' }),
  },
  { title: 'Changes' },
)
