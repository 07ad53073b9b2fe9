import { Type } from 'typebox'
import { formatDecimal } from '../../core/money.ts'
import { decimal, said } from '../../platform/http/described/answer-shapes.ts'
import { percentText } from './rules.ts'

/** What of a charge is of one rate, in minor units; `bp` are hundredths of a per cent. */
export type TaxSum = {
  readonly name: string
  readonly code: string
  readonly bp: number
  readonly grossMinor: number
  readonly netMinor: number
  readonly taxMinor: number
}

const OneTax = Type.Object(
  {
    name: said('What the tax was called when it was sold.'),
    code: said('How invoices name it, such as `S`.'),
    percent: said('Its rate in per cent.'),
    gross: decimal('What was charged with it, the tax in it'),
    net: decimal('The same without the tax'),
    tax: decimal('The tax'),
  },
  { title: 'TaxSum' },
)

export const TaxSumsView = Type.Array(OneTax, {
  description:
    'What the charge contains of each tax rate, after what was given back (contract 43.4).',
})

/** Sums of taxes as answers have them. */
export const taxSumsView = (sums: readonly TaxSum[], currency: string) =>
  sums.map(({ name, code, bp, grossMinor, netMinor, taxMinor }) => ({
    name,
    code,
    percent: percentText(bp),
    gross: formatDecimal({ minor: grossMinor, currency }),
    net: formatDecimal({ minor: netMinor, currency }),
    tax: formatDecimal({ minor: taxMinor, currency }),
  }))
