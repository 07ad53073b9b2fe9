import fc from 'fast-check'

/** Everything that can happen to a payment, by name. A number chooses among variants. */
const happenings = [
  'order',
  'order',
  'buyer pays',
  'buyer pays',
  'buyer tells',
  'buyer tells',
  'three at once',
  'provider goes on',
  'messages come',
  'messages come twice, mixed',
  'all messages come again',
  'messages are lost',
  'poll',
  'holds end',
  'paid after its places went to others',
  'somebody else takes a place',
  'buyer gives up',
  'answer is lost',
  'provider is down',
  'staff refund a place',
  'staff refund an amount',
  'refunds take their time',
  'a refund ends',
  'the bank takes it back',
  'the dispute ends',
  'a coupon changes the price',
  'crash',
  'crash',
] as const

export type What = (typeof happenings)[number]

/** The kinds of work during which the service dies. */
const crashing = [
  'order',
  'buyer tells',
  'messages come',
  'poll',
  'staff refund a place',
  'staff refund an amount',
  'buyer gives up',
  'a coupon changes the price',
] as const satisfies What[]

const happening = fc.record({
  what: fc.constantFrom(...happenings),
  choice: fc.nat({ max: 9 }),
  /** The number of the effect at which the service dies. */
  deed: fc.integer({ min: 1, max: 40 }),
  during: fc.constantFrom(...crashing),
})

export type Happening = { what: What; choice: number; deed: number; during: What }

const pays: Happening = { what: 'buyer pays', choice: 0, deed: 1, during: 'poll' }

/** Random steps alone would rarely lead to a payment. */
const prelude = fc.constantFrom<Happening[]>(
  [],
  [pays],
  [pays, { ...pays, what: 'buyer tells' }],
  [
    { ...pays, what: 'a coupon changes the price', choice: 5 },
    pays,
    { ...pays, what: 'buyer tells' },
  ],
)

/** A cart with this many places of this many, and what happens to its payment. */
export const storyOfAPayment: fc.Arbitrary<Plot> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 3 }),
    spare: fc.integer({ min: 0, max: 2 }),
    prelude,
    steps: fc.array(happening, { minLength: 2, maxLength: 10 }),
  })
  .map(plot => ({ ...plot, steps: [...plot.prelude, ...plot.steps] }))

export type Plot = { quantity: number; spare: number; steps: Happening[] }
