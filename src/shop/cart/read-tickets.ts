import type { Db, Tx } from '../../platform/db/database.ts'
import { type SaleTicket, ticketsForSale } from '../../ticketing/tickets/lookup.ts'
import { priceNow, saleProblem } from '../../ticketing/tickets/rules.ts'

/** A ticket with what a cart asks about it at one moment. */
export type CartTicket = SaleTicket & {
  /** Published, and so is its event. */
  isSold: boolean
  /** Within the time in which it is sold. */
  isOpen: boolean
  /** What became of its event when that does not take place as planned; then nothing of it is sold, held or not. */
  calledOff: string | undefined
  unitMinor: number
}

/** The tickets with these ids as they are sold at `now`; those that do not exist are missing. */
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
      const calledOff = problem?.kind === 'called_off' ? problem.how : undefined
      return [id, { ...ticket, isSold, isOpen: problem === undefined, calledOff, unitMinor }]
    }),
  )
}
