import { formatDecimal } from '../../core/money.ts'
import type { Instant } from '../../core/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { availability } from '../inventory/lookup.ts'
import { ticketsOfEvent } from './lookup.ts'
import { priceNow } from './rules.ts'

/** What an event's published tickets cost, whether any are left, and from when until when they are sold. */
export async function offersOfEvent(db: Db, eventId: number, now: Instant) {
  const tickets = await ticketsOfEvent(db, eventId)
  const stock = await availability(
    db,
    tickets.map(({ id }) => id),
  )
  return tickets.map(ticket => ({
    price: formatDecimal({ minor: priceNow(ticket, now), currency: ticket.currency }),
    currency: ticket.currency,
    soldOut: stock.get(ticket.id)?.available === 0,
    from: ticket.saleStartsAt,
    through: ticket.saleEndsAt,
  }))
}
