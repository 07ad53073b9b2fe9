import type { Marquee } from '@marquee-events/client'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'

/** How a price is changed; the amount is typed without a sign. */
export const priceWays = [
  { value: 'stays', label: 'stays as it is' },
  { value: 'is', label: 'becomes' },
  { value: 'more', label: 'goes up by' },
  { value: 'less', label: 'goes down by' },
  { value: 'more_percent', label: 'goes up by per cent' },
  { value: 'less_percent', label: 'goes down by per cent' },
] as const

export type TicketsDraft = {
  way: string
  amount: string
  capacity: string
  max_per_order: string
}

type Change = Pick<
  Parameters<Marquee['makePlan']>[0],
  'price' | 'price_by' | 'price_percent' | 'capacity' | 'max_per_order'
>

type Read = { change: Change } | { problems: Record<string, string> }

/** What was typed as the interface takes it, or what is wrong by field. `exponent`: the decimals of the currency. */
export function readTicketsDraft(draft: TicketsDraft, exponent: number): Read {
  const parts = [
    readPrice(draft, exponent),
    readCount('capacity', draft.capacity, 0),
    readCount('max_per_order', draft.max_per_order, 1),
  ]
  const problems = Object.assign(
    {},
    ...parts.map(part => ('problems' in part ? part.problems : {})),
  )
  if (Object.keys(problems).length > 0) return { problems }
  const change: Change = Object.assign(
    {},
    ...parts.map(part => ('change' in part ? part.change : {})),
  )
  return Object.keys(change).length > 0
    ? { change }
    : { problems: { way: 'Say what becomes of the price, the places or the most of one order.' } }
}

function readCount(field: 'capacity' | 'max_per_order', typed: string, least: number): Read {
  const text = typed.trim()
  if (text === '') return { change: {} }
  return /^\d{1,7}$/.test(text) && Number(text) >= least
    ? { change: { [field]: Number(text) } }
    : { problems: { [field]: `A whole number, ${least} or more.` } }
}

function readPrice({ way, amount }: TicketsDraft, exponent: number): Read {
  const sign = way.startsWith('less') ? '-' : ''
  if (way === 'stays') return { change: {} }
  if (way.endsWith('percent')) {
    const text = amount.replace(',', '.').replace(/\s|%/g, '')
    const isShare = /^\d{1,3}(\.\d{1,2})?$/.test(text) && (sign === '' || Number(text) <= 100)
    return isShare
      ? { change: { price_percent: sign + text } }
      : { problems: { amount: 'A share in per cent, such as 10.' } }
  }
  const read = readAmount(amount, exponent)
  if ('problem' in read) return { problems: { amount: read.problem } }
  const decimal = decimalOf(read.minor, exponent)
  return { change: way === 'is' ? { price: decimal } : { price_by: sign + decimal } }
}
