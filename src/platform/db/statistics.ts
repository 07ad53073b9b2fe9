import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Changes } from './changes.ts'
import type { Db } from './database.ts'

const lookEveryMs = 2000
// Counting at every doubling took an eighth of the database's work in a short sale.
const grownTimes = 3
const rowsMin = 500
// A server learns of a connection's last rows up to ten seconds later.
const looksAfterWrite = 6

/**
 * Keeps the planner's picture of quickly growing tables near the truth. A server counts its tables at most once a minute,
 * the embedded database as often (lite-upkeep.ts). A sale fills them within seconds, and until they are counted,
 * statements planned for a few rows read all of them for each order, page and mail.
 */
export function createStatisticsKeeper(
  { db, log, changes }: { db: Db; log: Pick<Logger, 'warn'>; changes: Changes },
  everyMs = lookEveryMs,
) {
  let looksLeft = 0
  let isFailing = false
  let current = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  changes.listenToOwn(() => {
    looksLeft = looksAfterWrite
  })

  async function look() {
    try {
      await countOutgrown(db)
      isFailing = false
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'the statistics of growing tables could not be renewed')
      isFailing = true
    }
  }

  return {
    start: () => {
      timer = setInterval(() => {
        if (looksLeft === 0) return
        looksLeft -= 1
        current = current.then(look)
      }, everyMs)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await current
    },
  }
}

/**
 * Counts the tables that have more than three times as many rows as at the last count, and returns their names. A table
 * that somebody else counts or vacuums at the moment is left out. One follows the other, so that requests to the embedded
 * database run in between.
 */
export async function countOutgrown(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.relnamespace = current_schema()::regnamespace
      and s.n_live_tup > greatest(${grownTimes}::int * c.reltuples, ${rowsMin}::int)
    order by c.relname
  `.execute(db)
  const names = rows.map(({ name }) => name)
  for (const name of names) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  return names
}
