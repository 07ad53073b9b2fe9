import { formatDecimal } from '../../core/money.ts'
import type { Instant } from '../../core/time.ts'
import type { Basis } from '../../platform/http/answer-basis.ts'
import { type SaleRows, salePieces, ticketsWithStock } from './lookup.ts'
import { priceNow } from './rules.ts'
import { endsOf } from './show-until.ts'

/** The price of an event's published tickets, whether any are left, and when they are on sale. */
export const offersOfEvent = {
  pieces: salePieces,
  read: (rows: SaleRows, { now, basis }: { now: Instant; basis: Basis }) =>
    ticketsWithStock(rows).map(({ ticket, stock }) => {
      basis.until(endsOf({ ticket, stock, now }))
      return {
        price: formatDecimal({ minor: priceNow(ticket, now), currency: ticket.currency }),
        currency: ticket.currency,
        soldOut: stock?.available === 0,
        from: ticket.saleStartsAt,
        through: ticket.saleEndsAt,
      }
    }),
}
