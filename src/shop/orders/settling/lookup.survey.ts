import { sql } from 'kysely'
import { grouped } from '../../../core/grouped.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ValidPlace } from '../../../ticketing/attendees/lookup.valid.ts'
import { listEveryLine, listOrders, type OrderRow } from '../record/lookup.ts'
import { columnsOfMoves } from './lookup.moves.ts'
import { selectRefunds, typed } from './lookup.ts'
import { linesLeft, type RefundableLines } from './refundable-lines.ts'

/** An order as somebody sees it who is going to give back places of many orders. Money in minor units. */
export type SurveyedOrder = RefundableLines & {
  order: OrderRow
  /** The event of each line that is of one. */
  eventOf: ReadonlyMap<number, number>
  /** What of the payment is not given back or promised yet. */
  leftMinor: number
  /** Whether a bank is asking for the money, or has it. */
  isDisputed: boolean
  places: readonly ValidPlace[]
}

/**
 * Orders with valid places of an event, or such that are not paid yet, by their ids. A page of those behind `after`; without locks.
 */
export async function ordersOfEvent(
  db: Db,
  eventId: number,
  { unpaid, after, limit }: { unpaid: boolean; after: number; limit: number },
): Promise<number[]> {
  const { rows } = unpaid
    ? await sql<{ id: number }>`
        select id from orders where status in ('created', 'pending', 'action-req', 'approved') and id > ${after}
          and (event_id = ${eventId} or exists (
            select from order_lines l where l.order_id = orders.id and l.event_id = ${eventId}))
        order by id limit ${limit}
      `.execute(db)
    : await sql<{ id: number }>`
        select distinct order_id as id from attendees
        where event_id = ${eventId} and status = 'publish' and order_id > ${after}
        order by order_id limit ${limit}
      `.execute(db)
  return rows.map(({ id }) => id)
}

/** These orders with what could be given back of them, in the order of their ids; a constant number of statements, without locks. */
export async function surveyOrders(db: Db, ids: readonly number[]): Promise<SurveyedOrder[]> {
  if (ids.length === 0) return []
  const all = sql<number>`any(${[...ids]}::bigint[])`
  const orders = await listOrders(db, ids)
  const lines = grouped(await listEveryLine(db, ids), line => line.order_id)
  const refundRows = await selectRefunds(db).where('order_id', '=', all).orderBy('id').execute()
  const refunds = grouped(refundRows.map(typed), refund => refund.order_id)
  const moveRows = await db
    .selectFrom('place_moves')
    .select(columnsOfMoves)
    .where('order_id', '=', all)
    .orderBy('id')
    .execute()
  const moves = grouped(moveRows, move => move.order_id ?? 0)
  const places = grouped(await placesOf(db, ids), place => place.order_id)
  const disputed = await disputedAmong(db, ids)
  return orders
    .sort((one, other) => one.id - other.id)
    .map(order => {
      const own = refunds.get(order.id) ?? []
      const ownLines = lines.get(order.id) ?? []
      const promised = own
        .filter(({ state }) => state !== 'failed')
        .reduce((sum, { amount_minor: minor }) => sum + minor, 0)
      return {
        ...linesLeft({ lines: ownLines, refunds: own, moves: moves.get(order.id) ?? [] }),
        order,
        eventOf: new Map(
          ownLines.flatMap(({ id, event_id: event }) => (event === null ? [] : [[id, event]])),
        ),
        leftMinor: order.paid_minor - promised,
        isDisputed: disputed.has(order.id),
        places: places.get(order.id) ?? [],
      }
    })
}

async function placesOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<ValidPlace & { order_id: number }>`
    select id, order_id, event_id, ticket_id, ticket_name, order_line_id, holder_name, holder_email,
      checked_in_at is not null as checked_in, passed_on_at is not null as passed_on
    from attendees where order_id = any(${[...ids]}::bigint[]) and status = 'publish' order by id
  `.execute(db)
  return rows
}

/** Those of these orders with a dispute that is not won; a process of release 0.1.0 writes them to the history only. */
async function disputedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from (
      select distinct on (order_id, dispute_id) order_id, state from (
        select order_id, dispute_id, state, move_id from order_disputes where order_id = any(${[...ids]}::bigint[])
        union all
        select order_id, split_part(cause, ' ', 3), split_part(cause, ' ', 2), id from order_moves
        where order_id = any(${[...ids]}::bigint[]) and cause like 'dispute % %'
      ) as told order by order_id, dispute_id, move_id desc
    ) as latest where state in ('inquiry', 'open', 'lost')
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
