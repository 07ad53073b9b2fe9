import type { Words } from '../../../core/words/speak.ts'
import type { LineRow } from './lookup.ts'

/** What pages and mails say of a line of an order. */
export type ToldLine = Pick<
  LineRow,
  | 'kind'
  | 'fee_id'
  | 'coupon_id'
  | 'name'
  | 'quantity'
  | 'refunded_quantity'
  | 'total_minor'
  | 'event_id'
>

/** The fees of one name and event in one line: each ticket has its own, which tells a buyer nothing. */
export function feesTogether(lines: readonly ToldLine[]): ToldLine[] {
  const merged = new Map<string, ToldLine>()
  lines.forEach((line, at) => {
    const key = line.kind === 'fee' ? JSON.stringify([line.name, line.event_id]) : String(at)
    const first = merged.get(key)
    merged.set(key, first ? sumOf(first, line) : line)
  })
  return [...merged.values()]
}

const sumOf = (one: ToldLine, other: ToldLine): ToldLine => ({
  ...one,
  quantity: one.quantity + other.quantity,
  refunded_quantity: one.refunded_quantity + other.refunded_quantity,
  total_minor: one.total_minor + other.total_minor,
})

/** What a line is for: `2 × Stalls`, `Coupon SALT10`. */
export const lineInWords = (
  {
    kind,
    coupon_id: coupon,
    name,
    quantity,
  }: Pick<ToldLine, 'kind' | 'coupon_id' | 'name' | 'quantity'>,
  t: Words['t'],
): string =>
  kind === 'coupon' && coupon !== null
    ? t('checkout.couponLine', { code: name })
    : t('order.line', { quantity, name })
