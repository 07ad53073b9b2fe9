import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { moneyWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'

/** What coupons and fees have in common: a share of the price, or an amount. */
export type PriceRule = {
  sub_type: 'percent' | 'flat'
  raw_amount: string
  currency: string | null
}

export function ruleWords({ sub_type, raw_amount, currency }: PriceRule): string {
  const amount = Number(raw_amount)
  return sub_type === 'percent' ? `${amount} %` : moneyWords(String(amount), currency ?? undefined)
}

/** A typed share or amount as the interface takes it, or what is wrong with it. */
export function readRule(
  sub_type: string,
  typed: string,
): { raw_amount: string; amount: number } | { problem: string } {
  if (sub_type === 'percent') {
    const text = typed.replace(',', '.').replace(/\s|%/g, '')
    const isShare = /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 100
    return isShare
      ? { raw_amount: text, amount: Math.max(1, Math.round(Number(text))) }
      : { problem: 'A share between 0 and 100 per cent, such as 20.' }
  }
  const read = readAmount(typed, site.exponent)
  if ('problem' in read) return read
  const raw_amount = decimalOf(read.minor, site.exponent)
  return { raw_amount, amount: Math.max(1, Math.round(Number(raw_amount))) }
}
