import { Type } from 'typebox'
import { orNull } from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'
import { codesMost } from '../../shop/coupons/batch-rules.ts'
import { batchFields, BatchView } from './batch-shapes.ts'

const optional = Type.Optional

export const NewBatch = Type.Object({
  ...batchFields,
  count: Type.Integer({ minimum: 1, maximum: codesMost, description: 'How many codes.' }),
  prefix: optional(
    text({
      maxLength: 40,
      holds: (value: unknown) => typeof value === 'string' && /^[\p{L}\p{N}_.-]*$/u.test(value),
      description: 'What each code begins with: letters, digits, `-`, `_` and points.',
    }),
  ),
})

export const BatchParams = Type.Object({ id: id({ description: 'The id of the batch.' }) })

export const BatchChange = Type.Object({
  status: oneOf(['active', 'inactive'], {
    description: '`inactive`: nobody can use its codes any more, until they are active again.',
  }),
})

export const BatchesQuery = Type.Object({
  after: optional(id({ description: '`next` of the answer before.' })),
  limit: optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'At most so many; 50 unless said.' }),
  ),
})

export const BatchList = Type.Object(
  {
    batches: Type.Array(BatchView, { description: 'The newest first.' }),
    next: orNull(Type.Integer(), 'Send it as `after` for the next rows; null at the end.'),
  },
  { title: 'CouponBatchList' },
)
