import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { EntryRule } from './rules.ts'

export type TicketEntry = { entry: EntryRule; door_note: string }

export async function findTicketEntry(db: Db, ticketId: number): Promise<TicketEntry> {
  const row = await db
    .selectFrom('ticket_entries')
    .select(['entry', 'door_note'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst()
  return row ?? { entry: 'once', door_note: '' }
}

export async function saveTicketEntry(db: Db, ticketId: number, values: Partial<TicketEntry>) {
  await db
    .insertInto('ticket_entries')
    .values({ ticket_id: ticketId, ...values })
    .onConflict(conflict =>
      conflict.column('ticket_id').doUpdateSet({ ticket_id: ticketId, ...values }),
    )
    .execute()
}

export async function findDoorNote(db: Db, attendeeId: number): Promise<string> {
  const row = await db
    .selectFrom('attendee_door_notes')
    .select('door_note')
    .where('attendee_id', '=', attendeeId)
    .executeTakeFirst()
  return row?.door_note ?? ''
}

export async function saveDoorNote(db: Db, attendeeId: number, note: string) {
  if (note === '') {
    await db.deleteFrom('attendee_door_notes').where('attendee_id', '=', attendeeId).execute()
    return
  }
  await db
    .insertInto('attendee_door_notes')
    .values({ attendee_id: attendeeId, door_note: note })
    .onConflict(conflict => conflict.column('attendee_id').doUpdateSet({ door_note: note }))
    .execute()
}

/** How often the tickets of these attendees let in. */
export async function entriesOfAttendees(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, EntryRule>> {
  const { rows } = await sql<{ id: number; entry: EntryRule }>`
    select a.id, n.entry from attendees a join ticket_entries n on n.ticket_id = a.ticket_id
    where a.id = any(${[...ids]}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, entry }) => [id, entry]))
}

export async function deleteDoorNotes(tx: Tx, attendeeIds: readonly number[]): Promise<void> {
  await sql`
    delete from attendee_door_notes where attendee_id = any(${[...attendeeIds]}::bigint[])
  `.execute(tx)
}

export async function insertDoorNotes(
  tx: Tx,
  notes: readonly { readonly id: number; readonly note: string }[],
): Promise<void> {
  if (notes.length === 0) return
  await tx
    .insertInto('attendee_door_notes')
    .values(notes.map(({ id, note }) => ({ attendee_id: id, door_note: note })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Gives tickets what is said of others at the door. */
export async function copyEntries(
  tx: Tx,
  tickets: readonly { readonly from: number; readonly id: number }[],
): Promise<void> {
  await sql`
    insert into ticket_entries (ticket_id, entry, door_note)
    select copies.id, n.entry, n.door_note
    from unnest(${tickets.map(({ from }) => from)}::bigint[], ${tickets.map(({ id }) => id)}::bigint[])
      as copies (source, id)
    join ticket_entries n on n.ticket_id = copies.source
  `.execute(tx)
}
