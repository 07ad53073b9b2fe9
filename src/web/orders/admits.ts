import type { EventRow } from '../../catalogue/events/lookup.ts'
import { mayEnter } from '../../ticketing/attendees/rules.ts'

/** Whether a ticket opens the door of its event: as at check-in, nobody enters a cancelled one (contract.md 7.9). */
export const admits = (
  { order_status }: { order_status: string },
  event: Pick<EventRow, 'happening'> | undefined,
): boolean => mayEnter(order_status) && event?.happening !== 'cancelled'
