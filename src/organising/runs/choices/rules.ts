/** What a buyer may choose: the money back; the money given, and the places end; the tickets kept for the new date. */
export const refundChoices = ['refund', 'donate', 'keep'] as const
export type RefundChoice = (typeof refundChoices)[number]

/** A choice as it is offered with a plan; what counts at its end unless the buyer chose. */
export type OfferedChoice = {
  /** ISO 8601, in UTC. */
  until: string
  otherwise: RefundChoice
  /** Whether there will be a date for which tickets can be kept. */
  mayKeep: boolean
  zone: string
}

/** What of an offer can be chosen. */
export const offeredBy = ({ mayKeep }: { mayKeep: boolean }): RefundChoice[] =>
  refundChoices.filter(choice => choice !== 'keep' || mayKeep)

export type AskedChoice = { chosen: RefundChoice | null }

/**
 * What is to be done now: ask the buyer, wait until the end, or do what was chosen or counts without a choice. A buyer who was never asked
 * gives nothing away by that.
 */
export function nextStep(
  { until, otherwise }: Pick<OfferedChoice, 'until' | 'otherwise'>,
  question: AskedChoice | undefined,
  now: Date,
): 'ask' | 'wait' | 'unasked' | RefundChoice {
  if (question?.chosen) return question.chosen
  const isOver = new Date(until) <= now
  if (isOver && !question && otherwise !== 'refund') return 'unasked'
  if (isOver) return otherwise
  return question ? 'wait' : 'ask'
}
