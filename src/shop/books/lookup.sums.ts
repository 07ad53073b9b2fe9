import { sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Sum } from './add-up.ts'

export type SumFilter = {
  within: Reach
  eventId?: number | undefined
  /** Entries from this moment on. */
  from?: Date | undefined
  /** Entries before this moment. */
  until?: Date | undefined
  /** Orders whose entries do not count. */
  without: readonly number[]
}

/** Entries that pass the filter, added up by event, currency, method and kind. */
export async function sumEntries(db: Db, filter: SumFilter): Promise<Sum[]> {
  const { within, eventId, from, until, without } = filter
  const conditions = [
    ...(within === 'all' ? [] : [sql`event_id = any(${[...within]}::bigint[])`]),
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
    ...(without.length === 0 ? [] : [sql`order_id <> all(${[...without]}::bigint[])`]),
  ]
  const { rows } = await sql<Sum>`
    select event_id as "eventId", currency, method, kind, sum(amount_minor)::bigint as "amountMinor",
      count(*)::int as entries
    from book_entries where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    group by event_id, currency, method, kind
  `.execute(db)
  return rows
}
