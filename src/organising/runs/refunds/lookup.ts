import { sql } from 'kysely'
import { type Caller, can, holdsAtAll } from '../../../core/caller.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Label } from '../record/kinds.ts'

/** What a plan says of its event. */
export function findEventSummary(db: Db, id: number) {
  return db
    .selectFrom('events')
    .select(['id', 'title', 'happening', 'timezone'])
    .where('id', '=', id)
    .where('status', '<>', 'trash')
    .executeTakeFirst()
}

/** Who bought these orders; the address only for those who see it at all events of the order. */
export async function buyersOf(
  db: Db,
  ids: readonly number[],
  caller: Caller,
): Promise<Map<number, Label>> {
  const { rows } = await sql<{ id: number; name: string; email: string; events: number[] }>`
    select o.id, o.purchaser_name as name, o.purchaser_email as email,
      coalesce((select json_agg(distinct l.event_id) from order_lines l where l.order_id = o.id and l.event_id is not null), '[]') as events
    from orders o where o.id = any(${[...ids]}::bigint[])
  `.execute(db)
  return new Map(
    rows.map(({ id, name, email, events }): [number, Label] => [
      id,
      {
        ...(can(caller, 'orders.read') || events.some(event => can(caller, 'orders.read', event))
          ? { name }
          : {}),
        ...(holdsAtAll(caller, 'contacts.read', events) && { email }),
      },
    ]),
  )
}
