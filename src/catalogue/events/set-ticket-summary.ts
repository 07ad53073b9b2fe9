import type { Tx } from '../../platform/db/database.ts'
import { writeTicketSummary } from './store.ts'

export type TicketSummary = {
  /** Kinds of ticket on sale, each once: `tc`, `rsvp`. */
  ticketed: readonly string[]
  /** Regular prices in minor units of `currency`; null without any. */
  pricesMinor: readonly number[]
  currency: string | null
}

/** Copies to an event what its lists and its cost need to know of its tickets. Ticketing calls it with every change. */
export async function setTicketSummary(
  tx: Tx,
  eventId: number,
  summary: TicketSummary,
): Promise<void> {
  await writeTicketSummary(tx, eventId, summary)
}
