import { formatWithSymbol } from '../core/money.ts'
import { type Instant, toLocal } from '../core/time.ts'
import type { Availability } from '../ticketing/inventory/lookup.ts'
import type { SaleTicket } from '../ticketing/tickets/lookup.ts'
import { isReduced, priceNow, saleProblem } from '../ticketing/tickets/rules.ts'

/** What a visitor is told of a ticket: what it costs now, or why it cannot be had. Times are those of its event. */
export function offerInWords(
  ticket: SaleTicket,
  stock: Availability | undefined,
  now: Instant,
): string {
  const problem = saleProblem(ticket, 1, now)
  if (problem?.kind === 'over') return 'Sales ended'
  if (stock?.available === 0) {
    return stock.held > 0 ? 'Sold out for now: the last places are in carts' : 'Sold out'
  }
  const price = priceInWords(ticket, now)
  if (problem?.kind !== 'not_yet') return price
  const from = toLocal(problem.from, ticket.timezone).slice(0, 16)
  return `${price}, on sale from ${from} (${ticket.timezone})`
}

function priceInWords(ticket: SaleTicket, now: Instant): string {
  const { currency, priceMinor } = ticket
  const minor = priceNow(ticket, now)
  const price = minor === 0 ? 'Free' : formatWithSymbol({ minor, currency })
  return isReduced(ticket, now) && minor < priceMinor
    ? `${price} instead of ${formatWithSymbol({ minor: priceMinor, currency })}`
    : price
}
