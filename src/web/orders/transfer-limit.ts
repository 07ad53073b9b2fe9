import { fail } from '../../core/errors.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import type { Deps } from '../../shop/deps.ts'

/** Each transfer sends a mail to an address that the buyer chose, so a ticket changes hands only so often. */
const ofTicket: Terms = { name: 'transfers of a ticket', limit: 5, windowSeconds: 3600 }
const ofNetwork: Terms = { name: 'transfers by a network', limit: 100, windowSeconds: 3600 }

/** Counts a transfer of a ticket by its buyer. Fails with `rest_too_many_requests` (contract.md 26.9). */
export function demandTransfer(
  { budgets }: Pick<Deps, 'budgets'>,
  { attendeeId, address }: { attendeeId: number; address: string },
): void {
  const network = networkOf(address)
  const costs = [
    { budget: budgets.budget(ofTicket), key: String(attendeeId) },
    { budget: budgets.budget(ofNetwork), key: network },
  ]
  for (const { budget, key } of costs) {
    if (!budget.take(key)) {
      fail('rest_too_many_requests', { retryAfterSeconds: budget.secondsLeft(key) })
    }
  }
}
