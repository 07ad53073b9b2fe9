import { type Static, type TSchemaOptions, Type } from 'typebox'
import { plainTitle } from '../../core/text.ts'
import { Deleted, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { count, id, idList, oneOf, text } from '../../platform/http/described/params.ts'
import { couponStatuses } from './rules.ts'

export { Deleted }

const charactersMax = 200
const name = (options: TSchemaOptions = {}) =>
  text({
    maxLength: charactersMax,
    holds: (value: unknown) => typeof value === 'string' && plainTitle(value) !== '',
    told: { format: 'text-field' },
    ...options,
  })
const kinds = ['percent', 'flat'] as const
const amount = () =>
  Type.Integer({
    minimum: 0,
    description: 'Percentage points (1 to 100) or whole units of the currency.',
  })
/** Answers show decimals in it too, and can be sent back. */
const amountAsRead = () =>
  Type.Number({
    minimum: 0,
    description: 'As in a new coupon. The present amount may be sent with its decimals.',
  })
const rawAmount = () =>
  text({
    maxLength: 30,
    description: 'The amount as a decimal, e.g. "17.3"; it takes precedence over `amount`.',
  })
const usageLimit = () => count({ description: 'How often it can be used; 0 is unlimited.' })
const moment = (description: string) =>
  text({ maxLength: 40, description, told: { format: 'date-time', default: null } })
const window = {
  start_time: Type.Optional(moment('Valid from this date-time; blank for at once.')),
  end_time: Type.Optional(moment('Valid until this date-time; blank for ever.')),
}

const optional = Type.Optional
const limit = (description: string) => optional(count({ description }))
const records = (description: string) =>
  optional(idList({ minItems: 0, maxItems: 200, description }))

/** Members that are left out stay as they are. */
export const LimitFields = Type.Object(
  {
    events: records('The discount counts for the tickets of these events.'),
    tickets: records('The discount counts for these tickets.'),
    opens: records('Hidden tickets that can be seen and bought with it.'),
    min_total: optional(
      text({
        maxLength: 30,
        description:
          'What the tickets and fees of an order must come to, as a decimal, e.g. "50.00"; blank is nothing.',
      }),
    ),
    max_places: limit('For how many places in all; 0 is unlimited.'),
    max_places_per_order: limit('For how many places in one order; 0 is unlimited.'),
    per_person: limit('How many orders with one e-mail address; 0 is unlimited.'),
    tag: optional(text({ maxLength: 100, description: 'A word by which reports group coupons.' })),
  },
  { title: 'CouponLimitFields', description: 'What the coupon is limited to (contract 42).' },
)
export type LimitFields = Static<typeof LimitFields>

export const CouponParams = Type.Object({ id: id({ description: 'The id of the coupon.' }) })

export const NewCoupon = Type.Object({
  slug: name({ description: 'What buyers type.' }),
  display_name: name({ description: 'The name that staff see.' }),
  status: oneOf([...couponStatuses], {
    description: 'Whether it is active; only active coupons can be used.',
  }),
  amount: amount(),
  raw_amount: Type.Optional(rawAmount()),
  sub_type: Type.Optional(
    oneOf([...kinds], { default: 'flat', description: 'A percentage of the total, or an amount.' }),
  ),
  usage_limit: Type.Optional(usageLimit()),
  limits: Type.Optional(LimitFields),
  ...window,
})

export const CouponChanges = Type.Object({
  slug: Type.Optional(name({ description: 'What buyers type.' })),
  display_name: Type.Optional(name({ description: 'The name that staff see.' })),
  name: Type.Optional(name({ description: 'The same; `display_name` beats it.' })),
  status: Type.Optional(
    oneOf([...couponStatuses], {
      description: 'Whether it is active; only active coupons can be used.',
    }),
  ),
  amount: Type.Optional(amountAsRead()),
  raw_amount: Type.Optional(rawAmount()),
  sub_type: Type.Optional(
    oneOf([...kinds], { description: 'A percentage of the total, or an amount.' }),
  ),
  usage_limit: Type.Optional(usageLimit()),
  limits: Type.Optional(LimitFields),
  ...window,
})

const siteTime = "YYYY-MM-DD HH:MM:SS in the site's time zone"
const toldMoment = { type: 'string', format: 'date-time' }
const momentOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, told: toldMoment })
const numberOrNull = (description: string) =>
  orNull(Type.Integer(), `${description}; null is unlimited.`)
const listed = (description: string) => Type.Array(Type.Integer(), { description })

const LimitsView = Type.Object(
  {
    events: listed('Events whose tickets the discount counts for.'),
    tickets: listed('Tickets that the discount counts for.'),
    opens: listed('Hidden tickets that it opens.'),
    min_total: orNull(Type.String(), 'What an order must come to; null is nothing.'),
    min_total_currency: orNull(Type.String(), 'The currency of that; null without it.'),
    max_places: numberOrNull('For how many places in all'),
    max_places_per_order: numberOrNull('For how many places in one order'),
    per_person: numberOrNull('How many orders with one e-mail address'),
    tag: said('A word by which reports group coupons; blank without one.'),
    places_ordered: Type.Integer({ description: 'For how many places it was ordered.' }),
    places_held: Type.Integer({ description: 'For how many places carts hold it.' }),
  },
  { title: 'CouponLimits', description: 'Left out for a coupon without limits.' },
)

export const CouponView = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the coupon.', told: { readonly: true } }),
    slug: said('What buyers type.'),
    name: said('The name that staff see.'),
    sub_type: oneOf([...kinds], { description: 'A percentage of the total, or an amount.' }),
    amount: Type.Number({ description: 'Percentage points or units of the currency.' }),
    raw_amount: Type.String({ description: 'The same with six decimals.' }),
    currency: Type.Union([Type.String(), Type.Null()], {
      description: 'The currency of a flat amount, which counts only in carts of that currency.',
    }),
    status: oneOf([...couponStatuses], { description: 'Only active coupons can be used.' }),
    start_time: momentOrNull(`Valid from, ${siteTime}; null is at once.`),
    end_time: momentOrNull(`Valid until, ${siteTime}; null is for ever.`),
    usage_limit: orNull(Type.Integer(), 'How often it can be used; null is unlimited.'),
    used: Type.Integer({
      description: 'The number of orders that used it, refunded ones excepted.',
    }),
    limits: Type.Optional(LimitsView),
  },
  { title: 'Coupon' },
)
