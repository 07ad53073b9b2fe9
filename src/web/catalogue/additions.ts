import { offersOfEvent } from '../../shop/fees/offer-with-fees.ts'
import type { CatalogueAdditions } from '../../catalogue/additions.ts'
import { ticketsOut } from '../../ticketing/attendees/tickets-out.ts'
import { attendanceOfEvents } from '../../ticketing/tickets/lookup.ts'
import { moveSaleWindows } from '../../ticketing/tickets/move-sale-windows.ts'

/** What tickets add to events, the same as in the API. */
export const additions: CatalogueAdditions = {
  attendance: attendanceOfEvents,
  offers: offersOfEvent,
  onNewZone: moveSaleWindows,
  ticketsOut,
}
