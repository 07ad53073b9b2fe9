import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Piece, type Reading, reading } from '../../platform/db/together.ts'
import type { FeeRule } from '../pricing/rules.ts'
import { feePieces } from './store.ts'
import { type TicketFees, ticketFeesView } from './view.ts'

type FeeOfTicket = {
  ticketId: number
  id: number
  name: string
  kind: 'percent' | 'flat'
  amount: number
  currency: string | null
}

export { findFeeRow } from './store.ts'

/**
 * The fees on each of these tickets at `now`: active fees selected for it, and active automatic fees. One
 * statement for any number of tickets; tickets without fees are missing from the result.
 */
export async function feesForTickets(
  db: Db,
  ticketIds: readonly number[],
  now: Date,
): Promise<Map<number, FeeRule[]>> {
  const { rows } = await sql<FeeOfTicket>`
    select t.id as "ticketId", f.id, f.display_name as name, f.kind, f.amount, f.currency
    from unnest(${ticketIds}::bigint[]) as t (id)
    join fees f on f.status = 'active'
      and (f.starts_at is null or f.starts_at <= ${now}) and (f.ends_at is null or f.ends_at >= ${now})
      and (f.applies_to = 'all' or exists (
        select from ticket_fees s where s.ticket_id = t.id and s.fee_id = f.id))
    order by t.id, f.id
  `.execute(db)
  const fees = new Map<number, FeeRule[]>()
  for (const { ticketId, ...rule } of rows) {
    fees.set(ticketId, [...(fees.get(ticketId) ?? []), rule])
  }
  return fees
}

export type DatedFee = FeeOfTicket & {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** The active fees on the published tickets of an event, whenever they apply, to be read together with other queries. */
export const feesOfEvent = (eventId: number): Piece<DatedFee> => ({
  query: sql`
    select t.id as "ticketId", f.id, f.display_name as name, f.kind, f.amount, f.currency,
      f.starts_at as "startsAt", f.ends_at as "endsAt"
    from tickets t
    join fees f on f.status = 'active' and (f.applies_to = 'all' or exists (
      select from ticket_fees s where s.ticket_id = t.id and s.fee_id = f.id))
    where t.event_id = ${eventId} and t.status = 'publish'
    order by t.id, f.id`,
})

/** The `fees` member of tickets for managers. */
export const feesOfTickets = (
  db: Db,
  config: Config,
  ticketIds: readonly number[],
): Reading<Map<number, TicketFees>> =>
  reading(feePieces(ticketIds), ({ fees, selected }) => {
    const shown = ticketFeesView(fees, config)
    const chosen = new Map<number, number[]>()
    for (const { ticket_id, fee_id } of selected) {
      chosen.set(ticket_id, [...(chosen.get(ticket_id) ?? []), fee_id])
    }
    return new Map(ticketIds.map(id => [id, { ...shown, selected_fees: chosen.get(id) ?? [] }]))
  })
