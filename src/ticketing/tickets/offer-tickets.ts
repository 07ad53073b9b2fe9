import type { Instant } from '../../core/time.ts'
import type { Basis } from '../../platform/http/kept/answer-basis.ts'
import { type SaleRows, type SaleTicket, salePieces, ticketsWithStock } from './lookup.ts'
import { isForeign, priceNow, saleProblem } from './rules.ts'
import { endsOf } from './show-until.ts'

/** A published ticket as search engines are told of it; the price is without fees. */
export type TicketOffer = {
  readonly ticket: SaleTicket
  readonly priceMinor: number
  readonly state: 'open' | 'not yet' | 'over' | 'sold out'
}

/** The present prices of an event's published tickets, and whether each can be bought. */
export const ticketOffers = {
  pieces: salePieces,
  read: (
    rows: SaleRows,
    { now, basis, currency }: { now: Instant; basis: Basis; currency: string },
  ): TicketOffer[] =>
    ticketsWithStock(rows).map(({ ticket, stock }) => {
      basis.until(endsOf({ ticket, stock, now }))
      for (const turn of [ticket.saleStartsAt, ticket.saleEndsAt]) {
        if (turn && turn > now) basis.until(turn)
      }
      const isSoldOut = stock?.available === 0
      return {
        ticket,
        priceMinor: priceNow(ticket, now),
        state: isSoldOut ? 'sold out' : stateOf(ticket, now, currency),
      }
    }),
}

function stateOf(ticket: SaleTicket, now: Instant, currency: string): TicketOffer['state'] {
  if (isForeign(ticket, now, currency)) return 'over'
  const problem = saleProblem(ticket, 1, now)?.kind
  return problem === 'not_yet' ? 'not yet' : problem === 'over' ? 'over' : 'open'
}
