/** An error in the card processor's shape. */
export type CardProblem = {
  status: number
  error: { type: string; message: string; code?: string; decline_code?: string; param?: string }
}

/** Thrown by the fake's books; its HTTP side turns it into a response. */
export class CardRefusal extends Error {
  readonly problem: CardProblem
  constructor(problem: CardProblem) {
    super(problem.error.message)
    this.problem = problem
  }
}

export function refuse(status: number, error: CardProblem['error']): never {
  throw new CardRefusal({ status, error })
}

/** The smallest charge per currency; other currencies are unknown to the fake. */
export function demandLeast({ amount, currency }: Pick<NewIntent, 'amount' | 'currency'>) {
  if (currency !== 'usd' || amount >= 50) return
  const message = 'Amount must be at least $0.50 usd'
  invalid(message, { code: 'amount_too_small', param: 'amount' })
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}) =>
  refuse(400, { type: 'invalid_request_error', message, ...more })

export const declines: Readonly<Record<string, { decline_code: string; message: string }>> = {
  pm_card_chargeDeclined: { decline_code: 'generic_decline', message: 'Your card was declined.' },
  pm_card_chargeDeclinedInsufficientFunds: {
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
}

export type NewIntent = {
  amount: number
  currency: string
  metadata: Record<string, string>
  description: string | null
  receiptEmail: string | null
}
