/**
 * Events with any number of attendees in which the usual requests find equally many: the rare name and the
 * rare address occur the same number of times at every size. Made by a few statements, as the service itself
 * would have written them, counters included.
 */
import type { Pool } from 'pg'
import type { Db } from '../src/platform/db/database.ts'
import { ticketOnSale } from '../tests/support/on-sale.ts'
import { demandTrueCounts } from '../tests/support/attending.ts'

export type Crowd = {
  eventId: number
  ticketId: number
  attendees: number
  /** The n-th attendee that the measurement may check in. */
  guest: (nth: number) => Guest
}

export type Guest = { id: number; code: string }

const guestsMax = 100_000

/** How many attendees are called Ostrich, and how many have an address at heron.example, whatever the size. */
export const matching = 100

/** Fills an empty, migrated database with one event with this many attendees, and runs ANALYZE. */
export async function fillEvent(
  { db, pool }: { db: Db; pool: Pool },
  attendees: number,
): Promise<Crowd> {
  const { id: ticketId, eventId } = await ticketOnSale({ db }, { capacity: attendees })
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows: indexes } = await client.query<{ made: string }>(
      `select indexdef as made from pg_indexes
       where schemaname = 'public' and tablename = 'attendees' and indexdef like '%gin%'`,
    )
    const { rows: names } = await client.query<{ name: string }>(
      `select indexname as name from pg_indexes
       where schemaname = 'public' and tablename = 'attendees' and indexdef like '%gin%'`,
    )
    // Building the indexes at the end takes a fraction of the time.
    for (const { name } of names) await client.query(`drop index ${name}`)
    await client.query(crowdSql, [eventId, ticketId, attendees, attendees / matching])
    for (const sql of countersSql) await client.query(sql)
    for (const { made } of indexes) await client.query(made)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
  await demandTrueCounts({ db })
  const { rows } = await pool.query<{ id: number }>(
    `select id from attendees where event_id = $1 order by id limit $2`,
    [eventId, guestsMax],
  )
  const guest = (nth: number): Guest => {
    const row = rows[nth]
    if (!row) throw new Error(`There is no guest ${nth}.`)
    return { id: row.id, code: `code-${nth + 1}` }
  }
  return { eventId, ticketId, attendees, guest }
}

/** One of `$4` attendees has the rare name, another one of `$4` the rare address. */
const crowdSql = `
  insert into attendees (event_id, ticket_id, ticket_name, status, order_status, holder_name,
    holder_email, purchaser_name, purchaser_email, currency, pool_id, stock, security_code,
    search_text)
  select $1::bigint, $2::bigint, 'Seat', 'publish', 'completed', name, email, name, email, 'USD',
    pool_id, 'taken', 'code-' || n, lower(name) || E'\\n' || email
  from (
    select n,
      case when n % $4::integer = 0 then 'Olga Ostrich ' else 'Ann Example ' end || n as name,
      'guest-' || n || case when n % $4::integer = 1 then '@heron.example' else '@mail.example' end
        as email
    from generate_series(1, $3::integer) as n
  ) as person, (select pool_id from tickets where id = $2::bigint) as place
  order by n`

const countersSql = [
  `update pools set sold = (select count(*) from attendees a where a.pool_id = pools.id)`,
  `update tickets set attendees_count = (select count(*) from attendees a where a.ticket_id = tickets.id)`,
  `insert into attendee_counts (ticket_id, order_status, event_id, valid, inside, listed)
   select ticket_id, order_status, event_id, count(*), 0, count(*)
   from attendees group by ticket_id, order_status, event_id`,
]
