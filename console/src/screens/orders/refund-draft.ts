import type { OrderPage } from '@marquee-events/client'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'

/** The fields of a refund, as they are chosen. */
export type RefundDraft = {
  kind: 'places' | 'amount' | 'all'
  /** Ids of the attendees whose places end, with commas between. */
  places: string
  keep_fees: boolean
  amount: string
  method: 'paid' | 'cash' | 'by_hand'
  reason: string
  message: string
}

export const blankRefund: RefundDraft = {
  kind: 'places',
  places: '',
  keep_fees: false,
  amount: '',
  method: 'paid',
  reason: '',
  message: '',
}

/** Decimals of the order's currency, as its amounts are written. */
export const exponentOfOrder = ({ total = '0.00' }: OrderPage) => (total.split('.')[1] ?? '').length

export const chosenPlaces = (draft: RefundDraft) =>
  draft.places.split(',').filter(Boolean).map(Number)

export const hasFees = ({ fees = '0' }: OrderPage) => Number(fees) > 0

/** What is to be given back as the interface takes it, or why it cannot be told yet. */
export function wantedOf(draft: RefundDraft, order: OrderPage) {
  const fees = draft.keep_fees && hasFees(order) ? ('keep' as const) : ('refund' as const)
  if (draft.kind === 'all') return { body: { whole: true, fees, method: draft.method } }
  if (draft.kind === 'places') {
    const attendees = chosenPlaces(draft)
    if (attendees.length === 0) return { lacks: 'Choose whose places end.' }
    return { body: { attendees, fees, method: draft.method } }
  }
  const exponent = exponentOfOrder(order)
  const read = readAmount(draft.amount, exponent)
  if ('problem' in read) return { lacks: read.problem }
  return { body: { amount: decimalOf(read.minor, exponent), method: draft.method } }
}
