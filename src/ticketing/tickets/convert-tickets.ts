import { setTicketSummary } from '../../catalogue/events/set-ticket-summary.ts'
import type { Conversion } from '../../core/conversion.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ticketSummary } from './store.ts'
import { convertPrices, lockEventsPricedIn } from './store.currency.ts'

export { adoptEventPrices, countForeignTickets } from './store.currency.ts'

/**
 * Converts the prices of all tickets of one currency and updates the price summaries of their events. Returns
 * how many changed, and the ids of those that would become free or too expensive.
 */
export async function convertTickets(tx: Tx, conversion: Conversion) {
  const eventIds = await lockEventsPricedIn(tx, conversion.from)
  const done = await convertPrices(tx, conversion)
  for (const eventId of eventIds) {
    await setTicketSummary(tx, eventId, await ticketSummary(tx, eventId))
  }
  return done
}
