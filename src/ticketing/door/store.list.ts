import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { EntryRule } from './rules.ts'

/** An attendee as the list of a phone has it, with what its secrets are made of. */
export type ListedRow = {
  id: number
  ticket_id: number
  order_id: number | null
  status: string
  order_status: string
  generation: number
  security_code: string
  holder_name: string
  door_note: string
  checked_in_at: Date | null
  inside: boolean
  entered_at: Date | null
  device_id: number | null
  gate_id: number | null
}

const listed = sql`
  select a.id, a.ticket_id, a.order_id, a.status, a.order_status, a.generation, a.security_code,
    a.holder_name, coalesce(n.door_note, '') as door_note, a.checked_in_at,
    coalesce(s.inside, a.checked_in_at is not null) as inside,
    coalesce(s.entered_at, a.checked_in_at) as entered_at, s.device_id, s.gate_id
  from attendees a left join door_states s on s.attendee_id = a.id
  left join attendee_door_notes n on n.attendee_id = a.id`

/** A part of everybody of an event by ascending id, those whose place was given back included. */
export async function listForDoor(
  db: Db,
  { eventId, after, limit }: { eventId: number; after: number; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    ${listed} where a.event_id = ${eventId} and a.id > ${after} order by a.id limit ${limit}
  `.execute(db)
  return rows
}

/** Those of these attendees that are of the event. */
export async function listedWithIds(
  db: Db,
  eventId: number,
  ids: readonly number[],
): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListedRow>`
    ${listed} where a.id = any(${[...ids]}::bigint[]) and a.event_id = ${eventId} order by a.id
  `.execute(db)
  return rows
}

export type DoorTicket = { id: number; name: string; entry: EntryRule; door_note: string }

/** The tickets of an event with what the door has to know of them. */
export async function ticketsForDoor(db: Db, eventId: number): Promise<DoorTicket[]> {
  const { rows } = await sql<DoorTicket>`
    select t.id, t.name, coalesce(n.entry, 'once') as entry, coalesce(n.door_note, '') as door_note
    from tickets t left join ticket_entries n on n.ticket_id = t.id
    where t.event_id = ${eventId} order by t.menu_order, t.id
  `.execute(db)
  return rows
}
