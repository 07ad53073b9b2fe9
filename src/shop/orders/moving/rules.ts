/** `new`: what the ticket costs now; `keep`: what was paid for the place, whatever the ticket costs. */
export const pricings = ['new', 'keep'] as const
/** What becomes of the difference: money back, or nothing. */
export const settlements = ['refund', 'forgive'] as const

export type MoveTerms = {
  pricing: (typeof pricings)[number]
  settle: (typeof settlements)[number]
}

/** What a move depends on; money in minor units. */
export type MoveSums = {
  /** What was paid for the place, less its share of the coupon and without fees. */
  beforeMinor: number
  /** What the other ticket costs now. */
  costsMinor: number
  /** What of the payment is not given back yet. */
  leftMinor: number
  /** The smallest amount that the gateway can move. */
  step: number
}

export type MoveDecision =
  | {
      kind: 'move'
      /** What the place costs by its new ticket. */
      priceMinor: number
      /** What counts as paid for it from then on. */
      worthMinor: number
      /** What is given back. */
      backMinor: number
    }
  | { kind: 'dearer'; byMinor: number }

/**
 * What a move to another ticket does to the money of a place. Nothing can be charged after the sale, so a dearer ticket at its
 * price needs the difference forgiven (contract.md 31.6). A place that was given for less counts as paid with what was
 * paid: a later refund never returns more.
 */
export function decideMove(sums: MoveSums, { pricing, settle }: MoveTerms): MoveDecision {
  const { beforeMinor, costsMinor, leftMinor, step } = sums
  const priceMinor = pricing === 'keep' ? beforeMinor : costsMinor
  if (priceMinor > beforeMinor && settle === 'refund') {
    return { kind: 'dearer', byMinor: priceMinor - beforeMinor }
  }
  const less = settle === 'refund' ? Math.min(beforeMinor - priceMinor, leftMinor) : 0
  return {
    kind: 'move',
    priceMinor,
    worthMinor: Math.min(priceMinor, beforeMinor),
    backMinor: less - (less % step),
  }
}
