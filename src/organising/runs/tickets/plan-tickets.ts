import { can, type Caller } from '../../../core/caller.ts'
import { failParams } from '../../../core/errors.ts'
import { changeableTickets } from '../../../ticketing/tickets/lookup.changes.ts'
import type { ChangeableTicket } from '../../../ticketing/tickets/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Draft } from '../record/kinds.ts'
import { judgeTicket, type TicketsWish } from './rules.ts'

/** The most tickets of one plan. */
export const ticketsMost = 500

/**
 * What would be changed of tickets of one event, or of named ones of any. Writes nothing. Fails with 400 where the caller may not change
 * them, as for tickets that are not there.
 */
export async function planTickets(
  { db }: Pick<Deps, 'db'>,
  wish: TicketsWish,
  caller: Caller,
): Promise<Draft> {
  const { event, tickets: ids } = wish
  if (!can(caller, 'tickets.write', event ?? undefined)) {
    const message =
      event === null
        ? 'is needed: the id of an event. Only who may change tickets of the whole site leaves it out.'
        : 'must be the id of an event whose tickets you may change.'
    return failParams({ event: { message } })
  }
  const tickets = await changeableTickets(db, { eventId: event, ids, limit: ticketsMost + 1 })
  if (tickets.length > ticketsMost) {
    return failParams({ tickets: { message: `are more than ${ticketsMost}: name fewer.` } })
  }
  const present = new Set(tickets.map(({ id }) => id))
  const missing = (ids ?? []).filter(id => !present.has(id))
  if (missing.length > 0) {
    return failParams({ tickets: { message: `has no ticket ${missing.join(', ')} there.` } })
  }
  return {
    eventId: event,
    rows: tickets.map(ticket => judgeTicket(ticket, wish)),
    basis: tickets.map(({ id, price_minor: price, currency }) => [id, price, currency]),
    warnings: warningsOf(tickets, wish),
  }
}

function warningsOf(tickets: readonly ChangeableTicket[], wish: TicketsWish): string[] {
  const isOfPrice = [wish.price, wish.priceBy, wish.pricePercent].some(one => one !== undefined)
  const reduced = tickets.filter(({ is_reduced: isReduced }) => isReduced).length
  return isOfPrice && reduced > 0
    ? [`${reduced} of the tickets have a reduced price, which stays as it is.`]
    : []
}
