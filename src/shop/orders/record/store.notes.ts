import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** What a note is about: an order, or one of its places, or a place without an order. */
export type NoteSubject = { orderId: number | null; attendeeId: number | null }

export type NoteRow = {
  id: number
  order_id: number | null
  attendee_id: number | null
  text: string
  user_id: number | null
  login: string | null
  at: Date
}

export async function insertNote(
  db: Db,
  { orderId, attendeeId, text, userId }: NoteSubject & { text: string; userId: number | null },
): Promise<NoteRow> {
  const { rows } = await sql<NoteRow>`
    with made as (
      insert into desk_notes (order_id, attendee_id, text, user_id)
      values (${orderId}, ${attendeeId}, ${text}, ${userId})
      returning id, order_id, attendee_id, text, user_id, at
    )
    select made.*, u.login from made left join users u on u.id = made.user_id
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('A note was not written.')
  return row
}

/** The newest notes about an order and its places, or about one place. */
export async function listNotes(
  db: Db,
  subject: { orderId: number } | { attendeeId: number },
  limit: number,
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.order_id, n.attendee_id, n.text, n.user_id, n.at, u.login
    from desk_notes n left join users u on u.id = n.user_id
    where ${'orderId' in subject ? sql`n.order_id = ${subject.orderId}` : sql`n.attendee_id = ${subject.attendeeId}`}
    order by n.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Deletes a note about this order or place; returns whether there was one. */
export async function deleteNote(
  db: Db,
  id: number,
  subject: { orderId: number } | { attendeeId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from desk_notes where id = ${id}
      and ${'orderId' in subject ? sql`order_id = ${subject.orderId}` : sql`attendee_id = ${subject.attendeeId}`}
  `.execute(db)
  return numAffectedRows === 1n
}

/** How many notes an order or a place has. */
export async function countNotes(
  tx: Tx | Db,
  subject: { orderId: number } | { attendeeId: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from desk_notes
    where ${'orderId' in subject ? sql`order_id = ${subject.orderId}` : sql`attendee_id = ${subject.attendeeId}`}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes the notes about these orders and places, which may name a person. */
export async function deleteNotesAbout(
  tx: Tx,
  { orderIds, attendeeIds }: { orderIds: readonly number[]; attendeeIds: readonly number[] },
): Promise<void> {
  await sql`
    delete from desk_notes where order_id = any(${[...orderIds]}::bigint[])
      or attendee_id = any(${[...attendeeIds]}::bigint[])
  `.execute(tx)
}
