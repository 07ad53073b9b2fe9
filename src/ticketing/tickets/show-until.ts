import { type Instant, nextMidnight } from '../../core/time.ts'
import type { Availability } from '../inventory/lookup.ts'
import type { PricedTicket } from './rules.ts'

type OfferState = {
  ticket: Pick<PricedTicket, 'salePriceMinor' | 'timezone'>
  stock: Pick<Availability, 'nextExpiresAt'> | undefined
  now: Instant
}

/** When price or stock of a ticket changes by itself: at the day's end in its zone, or when the next hold expires. */
export function endsOf({ ticket, stock, now }: OfferState): Instant | null {
  const expiry = stock?.nextExpiresAt ?? null
  const midnight = ticket.salePriceMinor === null ? null : nextMidnight(now, ticket.timezone)
  if (expiry === null || midnight === null) return expiry ?? midnight
  return expiry < midnight ? expiry : midnight
}
