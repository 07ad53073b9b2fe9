import { sql } from 'kysely'
import type { DoorAnswer } from '../../core/questions/door-words.ts'
import { containing } from '../../platform/db/like.ts'
import type { Db } from '../../platform/db/database.ts'
import type { EntryRule } from './rules.ts'

/** An attendee as the list of a phone has it, with what its secrets are made of. */
export type ListedRow = {
  id: number
  event_id: number
  ticket_id: number
  order_id: number | null
  status: string
  order_status: string
  generation: number
  security_code: string
  door_code: string
  holder_name: string
  door_note: string
  checked_in_at: Date | null
  inside: boolean
  entered_at: Date | null
  device_id: number | null
  gate_id: number | null
  /** What its whole order still costs, in minor units; null of a place that admits or has no order. */
  owed_minor: number | null
  currency: string
  /** What it was asked and the door is shown. */
  answers: readonly DoorAnswer[] | null
}

const listed = sql`
  select a.id, a.ticket_id, a.order_id, a.status, a.order_status, a.generation, a.security_code, coalesce(dc.code, '') as door_code, a.event_id,
    a.holder_name, coalesce(n.door_note, '') as door_note, a.checked_in_at,
    coalesce(s.inside, a.checked_in_at is not null) as inside,
    coalesce(s.entered_at, a.checked_in_at) as entered_at, s.device_id, s.gate_id, a.currency,
    case when a.status = 'publish' and a.order_status = 'pending' then
      (select o.total_minor - o.paid_minor from orders o where o.id = a.order_id) end as owed_minor,
    (select jsonb_agg(jsonb_build_object('text', q.text, 'kind', q.kind, 'choices', q.choices, 'value', g.value)
        order by q.place, q.id)
      from answers g join questions q on q.id = g.question_id
      where g.attendee_id = a.id and q.at_door and not q.sensitive
        -- What a former holder answered is not about whoever comes.
        and (a.passed_on_at is null or g.given_at > a.passed_on_at)
        and not exists (select from holder_changes h where h.attendee_id = a.id and h.at >= g.given_at)) as answers
  from attendees a left join door_states s on s.attendee_id = a.id
  left join attendee_door_notes n on n.attendee_id = a.id
  left join door_codes dc on dc.attendee_id = a.id`

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

const hitsMost = 20

/** Those of an event in whose names, addresses or order each of these words stands, by name; places that were given back are left out. */
export async function searchForDoor(
  db: Db,
  { eventId, words }: { eventId: number; words: readonly string[] },
): Promise<ListedRow[]> {
  const each = words.map(
    word => sql`(a.search_text like ${containing(word)} or a.order_id::text = ${word})`,
  )
  const { rows } = await sql<ListedRow>`
    ${listed} where a.event_id = ${eventId} and a.status = 'publish'
      and ${sql.join([sql`true`, ...each], sql` and `)}
    order by a.holder_name, a.id limit ${hitsMost}
  `.execute(db)
  return rows
}
