import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A session that holds locks for which others wait. Its statements are not included, because they contain personal
 * data.
 */
export type Blocker = {
  /** The process of the database server, for `pg_terminate_backend`. */
  readonly pid: number
  /** The application name; null when this database user may not see it. */
  readonly application: string | null
  /** The session's state: `idle in transaction`, `active`, … */
  readonly state: string | null
  readonly transactionSeconds: number | null
  readonly statementSeconds: number | null
  /** Sessions of this database that wait for this one. */
  readonly waiting: number
}

/** The sessions at the head of each queue for a lock: others wait for them, and they wait for nobody. */
export async function listBlockers(db: Db): Promise<Blocker[]> {
  const { rows } = await sql<Blocker>`
    with recursive waiting as materialized (
      select pid, pg_blocking_pids(pid) as by from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    ), chain as (
      select pid as waiter, unnest(by) as blocker from waiting
      union
      select chain.waiter, unnest(waiting.by) from chain join waiting on waiting.pid = chain.blocker
    )
    select a.pid, nullif(a.application_name, '') as application, a.state,
      round(extract(epoch from clock_timestamp() - a.xact_start))::integer as "transactionSeconds",
      round(extract(epoch from clock_timestamp() - a.query_start))::integer as "statementSeconds",
      count(distinct chain.waiter)::integer as waiting
    from chain join pg_stat_activity a on a.pid = chain.blocker
    where a.pid not in (select pid from waiting)
    group by 1, 2, 3, 4, 5
    order by waiting desc, pid
  `.execute(db)
  return rows
}
