import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type CompCount = { quota: number | null; used: number }

/**
 * How many places of an event may be given away, and how many are. A comp that was given back counts no more. Read for a
 * decision behind the locks on the stock of the event, which every comp takes.
 */
export async function countComps(db: Db | Tx, eventId: number): Promise<CompCount> {
  const { rows } = await sql<CompCount>`
    select (select places from comp_quotas where event_id = ${eventId}) as quota,
      (select count(*)::int from comps c join attendees a on a.order_id = c.order_id
        where c.event_id = ${eventId} and a.status = 'publish') as used
  `.execute(db)
  return rows[0] ?? { quota: null, used: 0 }
}

export type NewComp = {
  orderId: number
  eventId: number
  places: number
  reason: string
  userId: number | null
}

export async function insertComp(tx: Tx, comp: NewComp): Promise<void> {
  await tx
    .insertInto('comps')
    .values({
      order_id: comp.orderId,
      event_id: comp.eventId,
      places: comp.places,
      reason: comp.reason,
      user_id: comp.userId,
    })
    .execute()
}

/** Sets how many places of an event may be given away; null for any number. */
export async function saveQuota(db: Db, eventId: number, places: number | null): Promise<void> {
  if (places === null) {
    await db.deleteFrom('comp_quotas').where('event_id', '=', eventId).execute()
    return
  }
  await sql`
    insert into comp_quotas (event_id, places) values (${eventId}, ${places})
    on conflict (event_id) do update set places = excluded.places
  `.execute(db)
}
