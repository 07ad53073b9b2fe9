import type { EventRow } from '../../catalogue/events/lookup.ts'
import type { Deps } from '../../shop/deps.ts'
import { offersOf } from './offers.ts'
import { type ChoiceProps, turningBy } from './ticket-choice.tsx'

type SaleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'gateways'>

/**
 * The data of `TicketChoice` for an event, and the header with which its page reloads itself when the sale begins. A
 * cancelled or postponed event sells nothing.
 */
export async function choiceOf(
  { db, clock, config, gateways }: SaleDeps,
  event: EventRow,
): Promise<{ choice: ChoiceProps; headers: Record<string, string> }> {
  const now = clock.now()
  const sells = event.happening === 'scheduled'
  const [offers] = await Promise.all([
    sells ? offersOf({ db, now, currency: config.currency }, event.id) : [],
    gateways.refresh(),
  ])
  const choice = {
    eventId: event.id,
    offers,
    wantsPassword: event.password_hash !== null,
    isSandbox: gateways.sandbox,
    holdMinutes: config.holdMinutes,
  }
  return { choice, headers: turningBy(offers, now) }
}
