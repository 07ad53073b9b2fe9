import type { Tx } from '../../platform/db/database.ts'
import { writeTicketSummary } from './store.ts'

export type TicketSummary = {
  /** The kinds of ticket on sale, each once: `tc`, `rsvp`. */
  ticketed: readonly string[]
  /** The regular prices in minor units of `currency`; null without any. */
  pricesMinor: readonly number[]
  currency: string | null
}

/** Copies to an event what its lists and its cost need of its tickets. Ticketing calls it after every change. */
export async function setTicketSummary(
  tx: Tx,
  eventId: number,
  summary: TicketSummary,
): Promise<void> {
  await writeTicketSummary(tx, eventId, summary)
}
