import { formatDecimal } from '../../../core/money.ts'
import type { PlanSummary } from '../record/store.plans.ts'
import { sentenceOf } from '../record/words.ts'

/** The summary of a plan as answers have it, with amounts as decimals. */
export function planSummaryView({ sums, warnings }: PlanSummary) {
  const rowsOf = (...actions: string[]) =>
    sums
      .filter(({ action }) => actions.includes(action))
      .reduce((total, { rows }) => total + rows, 0)
  return {
    rows: rowsOf('do', 'by_hand', 'skip'),
    to_do: rowsOf('do'),
    by_hand: rowsOf('by_hand'),
    left_out: rowsOf('skip'),
    sums: sums.map(({ action, reason, currency, method, rows, count, minor }) => ({
      action,
      reason,
      because: sentenceOf(reason),
      method,
      currency,
      rows,
      count,
      amount: currency === null ? null : formatDecimal({ minor, currency }),
    })),
    warnings: [...warnings],
  }
}
