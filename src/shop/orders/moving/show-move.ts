import { formatDecimal } from '../../../core/money.ts'
import type { PlaceMove } from '../settling/lookup.moves.ts'

type Sums = {
  currency: string
  beforeMinor: number
  priceMinor: number
  worthMinor: number
  feeMinor: number
  backMinor: number
}

/** The sums of a move; amounts are left out for readers who may not see money. */
export function sumsView({ currency, ...sums }: Sums, seesMoney: boolean) {
  const shown = (minor: number) => formatDecimal({ minor, currency })
  if (!seesMoney) return { currency }
  return {
    currency,
    before: shown(sums.beforeMinor),
    price_now: shown(sums.priceMinor),
    worth: shown(sums.worthMinor),
    fees: shown(sums.feeMinor),
    returned: shown(sums.backMinor),
  }
}

type Showing = { currency: string; backMinor: number; seesMoney: boolean }

/** A move as staff see it. `backMinor` is what its refund gives back. */
export const placeMoveView = (move: PlaceMove, { currency, backMinor, seesMoney }: Showing) => ({
  id: move.id,
  order: move.order_id,
  attendee: move.attendee_id,
  from_ticket: move.from_ticket_id,
  to_ticket: move.to_ticket_id,
  from_line: move.from_line_id,
  to_line: move.to_line_id,
  ...sumsView(
    {
      currency,
      beforeMinor: move.before_minor,
      priceMinor: move.price_minor,
      worthMinor: move.worth_minor,
      feeMinor: move.fee_minor,
      backMinor,
    },
    seesMoney,
  ),
  price: move.pricing,
  settle: move.settle,
  refund: move.refund_id,
  reason: move.reason,
  at: move.at.toISOString(),
})
