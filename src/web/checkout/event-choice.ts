import type { EventRow } from '../../catalogue/events/lookup.ts'
import type { Deps } from '../../shop/deps.ts'
import { hasHiddenTickets } from '../../ticketing/tickets/lookup.ts'
import { offersOf } from './offers.ts'
import type { Opening } from './open-with-code.ts'
import { type ChoiceProps, turningBy } from './ticket-choice.tsx'

type SaleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'gateways'>

/**
 * The data of `TicketChoice` for an event, and the header with which its page reloads itself when the sale begins. A
 * cancelled or postponed event sells nothing. With a code also what it opens is shown.
 */
export async function choiceOf(
  { db, clock, config, gateways }: SaleDeps,
  event: EventRow,
  opening?: Opening,
): Promise<{ choice: ChoiceProps; headers: Record<string, string> }> {
  const now = clock.now()
  const sells = event.happening === 'scheduled'
  const opened = opening?.opened ?? []
  const [offers, hasHidden] = await Promise.all([
    sells ? offersOf({ db, now, currency: config.currency, opened }, event.id) : [],
    sells && hasHiddenTickets(db, event.id),
    gateways.refresh(),
  ])
  const choice = {
    eventId: event.id,
    offers,
    wantsPassword: event.password_hash !== null,
    isSandbox: gateways.sandbox,
    holdMinutes: config.holdMinutes,
    ...((hasHidden || opening) && { codeField: { event, ...opening } }),
  }
  return { choice, headers: turningBy(offers, now) }
}
