import { type Static, type TSchemaOptions, Type } from 'typebox'
import { plainTitle } from '../../core/text.ts'
import {
  Deleted,
  emptyList,
  idOf,
  mapOf,
  orNull,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import { id, oneOf, text } from '../../platform/http/described/params.ts'

export { Deleted }

const charactersMax = 200
const statuses = ['active', 'inactive', 'draft'] as const
const name = (options: TSchemaOptions = {}) =>
  text({
    maxLength: charactersMax,
    holds: (value: unknown) => typeof value === 'string' && plainTitle(value) !== '',
    ...options,
  })
const kinds = ['percent', 'flat'] as const
const amount = () =>
  Type.Integer({
    minimum: 0,
    description: 'Percentage points (1 to 100) or whole units of the currency.',
  })
const rawAmount = () =>
  text({
    maxLength: 30,
    description: 'The amount as a decimal, e.g. "3.50"; it takes precedence over `amount`.',
  })
const moment = (description: string) => text({ maxLength: 40, description })
const appliesTo = {
  description: '`all`: charged on every paid ticket; `per`: on tickets it is selected for.',
}
const slug = () =>
  text({
    pattern: '^[a-z0-9][a-z0-9_-]*$',
    maxLength: charactersMax,
    description:
      'Unique: small letters and digits, and `-` and `_` between, such as `booking-fee`.',
  })

const window = {
  start_time: Type.Optional(moment('Valid from this date-time; blank for at once.')),
  end_time: Type.Optional(moment('Valid until this date-time; blank for ever.')),
}

export const FeeParams = Type.Object({ id: id({ description: 'The id of the fee.' }) })
export const TicketParams = Type.Object({
  ticket_id: id({ description: 'The id of the ticket.' }),
})

export const FeeQuery = Type.Object({
  status: Type.Optional(
    Type.Array(oneOf([...statuses]), {
      minItems: 1,
      maxItems: 100,
      default: ['active'],
      description: 'Fees with these statuses.',
    }),
  ),
})

export const NewFee = Type.Object({
  display_name: name({ description: 'The name that buyers see.' }),
  slug: Type.Optional(slug()),
  status: Type.Optional(
    oneOf([...statuses], {
      default: 'active',
      description: 'Whether it is active; only active fees are charged.',
    }),
  ),
  sub_type: Type.Optional(
    oneOf([...kinds], { default: 'flat', description: 'A percentage of the price, or an amount.' }),
  ),
  amount: Type.Optional(amount()),
  raw_amount: Type.Optional(rawAmount()),
  meta_value: Type.Optional(oneOf(['all', 'per'], { default: 'all', ...appliesTo })),
  ...window,
})

export const FeeChanges = Type.Object({
  display_name: Type.Optional(name({ description: 'The name that buyers see.' })),
  slug: Type.Optional(slug()),
  status: Type.Optional(
    oneOf([...statuses], { description: 'Whether it is active; only active fees are charged.' }),
  ),
  sub_type: Type.Optional(
    oneOf([...kinds], { description: 'A percentage of the price, or an amount.' }),
  ),
  amount: Type.Optional(amount()),
  raw_amount: Type.Optional(rawAmount()),
  meta_value: Type.Optional(oneOf(['all', 'per'], appliesTo)),
  ...window,
})

export const Selection = Type.Object({
  selected_fees: Type.Array(Type.Integer(), {
    maxItems: 1000,
    description: "All ids of this ticket's selected fees.",
  }),
})

const siteTime = "YYYY-MM-DD HH:MM:SS in the site's time zone"
export const FeeView = Type.Object(
  {
    id: idOf('fee'),
    modifier_type: Type.Literal('fee', { description: 'Always `fee`.' }),
    sub_type: oneOf([...kinds], { description: 'A percentage of the price, or an amount.' }),
    raw_amount: Type.String({ description: 'With six decimals.' }),
    currency: Type.Union([Type.String(), Type.Null()], {
      description:
        'The currency of a flat amount, which is charged only in carts of that currency.',
    }),
    slug: said('Unique.'),
    display_name: said('The name that buyers see.'),
    status: oneOf([...statuses], { description: 'Only active fees are charged.' }),
    created_at: said(`When it was made, ${siteTime}.`),
    start_time: orNull(Type.String(), `Valid from, ${siteTime}; null is at once.`),
    end_time: orNull(Type.String(), `Valid until, ${siteTime}; null is for ever.`),
    meta_value: oneOf(['all', 'per'], appliesTo),
  },
  { title: 'Fee' },
)

const feeMap = (description: string) =>
  Type.Union([mapOf<Static<typeof FeeView>>(FeeView), emptyList('No fees.')], {
    description: `${description}, by id; \`[]\` when there are none.`,
  })

export const FeeListView = Type.Object({
  all_fees: feeMap('All fees'),
  automatic_fees: feeMap('Fees on every paid ticket'),
  selectable_fees: feeMap('Fees on tickets they are selected for'),
})

export const TicketFeesView = Type.Object(
  {
    available_fees: feeMap('Fees that can be selected'),
    automatic_fees: feeMap('Fees on every paid ticket'),
    selected_fees: Type.Array(Type.Integer(), { description: 'Ids of the selected fees.' }),
  },
  { title: 'TicketFees', description: 'The fees of a ticket.' },
)
