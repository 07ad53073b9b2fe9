import { Type } from 'typebox'
import { countOf, idOf, instant, said } from '../../platform/http/described/answer-shapes.ts'
import { id, text } from '../../platform/http/described/params.ts'
import type { BatchRow } from '../../shop/coupons/lookup.batches.ts'

/** What every way of making many codes takes. */
export const batchFields = {
  template: id({ description: 'The coupon whose terms and limits every code has.' }),
  tag: Type.Optional(
    text({ maxLength: 100, description: 'The tag of every code; without it that of the coupon.' }),
  ),
}

export const BatchView = Type.Object(
  {
    id: idOf('batch'),
    prefix: said('What its codes begin with; blank for codes that came as a list.'),
    template: said('The code after which they were made, as it was called then.'),
    tag: said('The tag that they were made with; blank without one.'),
    codes: countOf('How many codes it has'),
    active: countOf('How many of them are active'),
    orders: countOf('How many orders use them'),
    created_at: instant('When they were made'),
  },
  { title: 'CouponBatch' },
)

/** A batch as every route of batches answers it. */
export const batchView = ({ created_at: at, ...row }: BatchRow) => ({
  ...row,
  created_at: at.toISOString(),
})
