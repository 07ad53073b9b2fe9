import { Counter } from 'prom-client'
import type { Budgets } from './budgets.ts'

/** How often this process refused a request because a budget was spent, by budget. */
export function budgetMetrics({ refusals }: Pick<Budgets, 'refusals'>) {
  return new Counter({
    name: 'marquee_budget_refusals_total',
    help: 'Requests refused with 429 because a network or an account had spent a budget, by budget.',
    labelNames: ['budget'],
    registers: [],
    collect() {
      this.reset()
      for (const [budget, times] of refusals()) this.inc({ budget }, times)
    },
  })
}
