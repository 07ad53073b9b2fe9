import { Type } from 'typebox'
import { plainTitle } from '../../core/text.ts'
import { idOf, instant, orNull, said } from '../../platform/http/described/answer-shapes.ts'
import { flag, id, oneOf, text } from '../../platform/http/described/params.ts'
import { taxCodes } from './rules.ts'

const about = {
  name: 'What buyers and accountants read, such as `VAT`.',
  code: 'How invoices name it: `S` standard, `Z` zero, `E` exempt, `AE` reverse charge, `O` outside the scope, `G` export.',
  percent:
    'Per cent that a price contains, with up to two decimals. More than 0 with `S`, and 0 with every other code.',
  isDefault:
    'Whether it is the rate of tickets that name none. A new default takes the place of the last one.',
}
const rateName = () =>
  text({
    maxLength: 60,
    holds: (value: unknown) => typeof value === 'string' && plainTitle(value) !== '',
    description: about.name,
  })
const percent = () => text({ maxLength: 10, description: about.percent })

export const RateParams = Type.Object({ id: id({ description: 'The id of the rate.' }) })
export const TicketParams = Type.Object({ id: id({ description: 'The id of the ticket.' }) })
export const FeeParams = Type.Object({ id: id({ description: 'The id of the fee.' }) })

export const NewRate = Type.Object({
  name: rateName(),
  code: Type.Optional(oneOf([...taxCodes], { default: 'S', description: about.code })),
  percent: percent(),
  is_default: Type.Optional(flag({ default: false, description: about.isDefault })),
})

export const RateChanges = Type.Object({
  name: Type.Optional(rateName()),
  code: Type.Optional(oneOf([...taxCodes], { description: about.code })),
  percent: Type.Optional(percent()),
  is_default: Type.Optional(flag({ description: about.isDefault })),
})

export const RateView = Type.Object(
  {
    id: idOf('rate'),
    name: said(about.name),
    code: oneOf([...taxCodes], { description: about.code }),
    percent: said(about.percent),
    is_default: flag({ description: about.isDefault }),
    created_at: instant('It counts for orders made from then on'),
  },
  { title: 'TaxRate' },
)

export const RateList = Type.Object(
  { rates: Type.Array(RateView, { description: 'In the order in which they were made.' }) },
  { title: 'TaxRateList' },
)

const rate = (description: string) => orNull(Type.Integer({ minimum: 1 }), description)

export const ChoiceRequest = Type.Object({
  rate: Type.Optional(rate('The id of the rate; null, or left out, to name none.')),
})

export const TicketChoice = Type.Object(
  {
    ticket: idOf('ticket'),
    rate: rate('The rate that it names; null where the default counts.'),
  },
  { title: 'TicketTaxRate' },
)

export const FeeChoice = Type.Object(
  {
    fee: idOf('fee'),
    rate: rate('The rate that it names; null where that of the ticket counts.'),
  },
  { title: 'FeeTaxRate' },
)
