import type { Db, Tx } from '../../platform/db/database.ts'
import { type SaleTicket, ticketsForSale } from '../../ticketing/tickets/lookup.ts'
import { priceNow, saleProblem } from '../../ticketing/tickets/rules.ts'

/** A ticket with everything a cart needs to know about it at one moment. */
export type CartTicket = SaleTicket & {
  /** Whether the ticket and its event are published. */
  isSold: boolean
  /** Whether the ticket is within its sale window. */
  isOpen: boolean
  /**
   * `cancelled` or `postponed` when its event does not take place as planned, `over` when it has ended. The ticket is
   * then neither sold nor held.
   */
  calledOff: string | undefined
  unitMinor: number
}

/** The tickets with these ids as they are on sale at `now`; unknown ids are missing from the result. */
export async function readTickets(
  db: Db | Tx,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, CartTicket>> {
  const tickets = await ticketsForSale(db, ids)
  return new Map(
    [...tickets].map(([id, ticket]) => {
      const problem = saleProblem(ticket, 0, now)
      const isSold = problem?.kind !== 'not_published'
      const unitMinor = priceNow(ticket, now)
      const calledOff = problem?.kind === 'called_off' ? problem.how : overAt(ticket, now)
      return [id, { isSold, isOpen: problem === undefined, calledOff, unitMinor, ...ticket }]
    }),
  )
}

const overAt = ({ eventEndsAt }: SaleTicket, now: Date) => (eventEndsAt <= now ? 'over' : undefined)
