import { sql } from 'kysely'
import { type Caller, can } from '../../../core/caller.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Label } from '../record/kinds.ts'
import type { MessageWish } from './rules.ts'

/** Whom a row of a list stands for. */
export type ListedGuest = {
  id: number
  attendee_id: number | null
  order_id: number | null
  event_id: number | null
  /** That of the holder, or of the buyer of a place without one; empty for none. */
  email: string
  /** The language of the order; null for none. */
  locale: string | null
}

/** Whom these rows of a list stand for; those that are gone are left out. */
export async function guestsOf(
  db: Db,
  list: MessageWish['list'],
  ids: readonly number[],
): Promise<ListedGuest[]> {
  const wanted = sql`any(${[...ids]}::bigint[])`
  const { rows } = await (list === 'orders'
    ? sql<ListedGuest>`
          select id, null::bigint as attendee_id, id as order_id, event_id, purchaser_email as email, locale
          from orders where id = ${wanted} order by id`
    : sql<ListedGuest>`
          select a.id, a.id as attendee_id, a.order_id, a.event_id, o.locale,
            case when position('@' in a.holder_email) > 0 then a.holder_email else coalesce(o.purchaser_email, '') end as email
          from attendees a left join orders o on o.id = a.order_id
          where a.id = ${wanted} and a.status = 'publish' order by a.id`
  ).execute(db)
  return rows
}

/** Who holds these places; the address only for those who see it at their event. */
export async function holdersOf(
  db: Db,
  ids: readonly number[],
  caller: Caller,
): Promise<Map<number, Label>> {
  const { rows } = await sql<{ id: number; event_id: number; name: string; email: string }>`
    select id, event_id, coalesce(nullif(holder_name, ''), purchaser_name) as name,
      case when position('@' in holder_email) > 0 then holder_email else purchaser_email end as email
    from attendees where id = any(${[...ids]}::bigint[])
  `.execute(db)
  return new Map(
    rows.map(({ id, event_id: event, name, email }): [number, Label] => [
      id,
      {
        ...(can(caller, 'attendees.read', event) && { name }),
        ...(can(caller, 'contacts.read', event) && { email }),
      },
    ]),
  )
}
