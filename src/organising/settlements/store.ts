import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Orders with something of the event, by id. */
export async function ordersOfEvent(db: Db, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from order_lines where event_id = ${eventId}
    union select id from orders where event_id = ${eventId}
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

const columns = ['id', 'event_id', 'number', 'as_of', 'at', 'content'] as const

export type SettlementRow = NonNullable<Awaited<ReturnType<typeof findSettlement>>>

/** The settlements of an event, the last first. */
export function listSettlements(db: Db, eventId: number) {
  return db
    .selectFrom('settlements')
    .select(columns)
    .where('event_id', '=', eventId)
    .orderBy('number', 'desc')
    .execute()
}

export function findSettlement(db: Db, id: number) {
  return db.selectFrom('settlements').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function lastSettlement(tx: Tx, eventId: number) {
  const row = await tx
    .selectFrom('settlements')
    .select(columns)
    .where('event_id', '=', eventId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}

export function insertSettlement(
  tx: Tx,
  row: { event_id: number; number: number; as_of: Date; content: string },
) {
  return tx.insertInto('settlements').values(row).returning(columns).executeTakeFirstOrThrow()
}

/**
 * A day before the first order of an event was made, or the event itself, because clocks differ: no provider has money of it
 * from before.
 */
export async function soldSince(db: Db, event: { id: number; created_at: Date }): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(o.created_at) as at from orders o where o.event_id = ${event.id}`.execute(db)
  const first = Math.min(...[rows[0]?.at, event.created_at].flatMap(at => at?.getTime() ?? []))
  return new Date(first - 86_400_000)
}
