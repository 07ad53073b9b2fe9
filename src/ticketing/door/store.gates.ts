import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/db/database.ts'

const gateColumns = ['id', 'event_id', 'name', 'place', 'ticket_ids'] as const

export type GateRow = {
  id: number
  event_id: number
  name: string
  place: string
  ticket_ids: number[]
}

export function insertGate(db: Db, row: Insertable<Database['gates']>): Promise<GateRow> {
  return db.insertInto('gates').values(row).returning(gateColumns).executeTakeFirstOrThrow()
}

export function listGates(db: Db, eventId: number): Promise<GateRow[]> {
  return db
    .selectFrom('gates')
    .select(gateColumns)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
}

export function updateGate(
  db: Db,
  { id, eventId }: { id: number; eventId: number },
  row: Updateable<Database['gates']>,
): Promise<GateRow | undefined> {
  return db
    .updateTable('gates')
    .set(row)
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .returning(gateColumns)
    .executeTakeFirst()
}

export async function deleteGate(db: Db, id: number, eventId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('gates')
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those of these ids that are no tickets of the event. */
export async function strangeTickets(db: Db, eventId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::bigint[]) as named (id)
    where not exists (select from tickets t where t.id = named.id and t.event_id = ${eventId})
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these events that do not exist. */
export async function strangeEvents(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::bigint[]) as named (id)
    where not exists (select from events e where e.id = named.id)
  `.execute(db)
  return rows.map(({ id }) => id)
}
