import type { Logger } from 'pino'
import type { Pool } from 'pg'
import { type Clock, systemClock } from '../clock.ts'

const compareEveryMs = 60_000
/** Well-kept clocks differ by less than this, and so small a difference does not justify a jump. */
const tolerableMs = 1000

type ClockSources = { pool: Pool; log: Pick<Logger, 'warn'>; own?: Clock }

/**
 * The clock of all processes on one database: the database's, which decides about holds and sales too. The difference
 * of this machine's clock is measured at the start and every minute, and added when it is more than a second.
 */
export async function databaseClock({
  pool,
  log,
  own = systemClock,
}: ClockSources): Promise<Clock> {
  let differenceMs = 0

  async function compare() {
    const start = own.now().getTime()
    // Read as a number, because the format of a time depends on the session, and behind a pooler the session changes.
    const { rows } = await pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    const answered = own.now().getTime()
    const theirs = rows[0]?.now ?? start
    const measured = theirs - (start + answered) / 2
    // The measurement is uncertain by half of the round trip.
    const isOff = Math.abs(measured) > tolerableMs + (answered - start) / 2
    if (isOff && differenceMs === 0) {
      const seconds = Math.round(-measured / 1000)
      log.warn({ seconds }, "this machine's clock differs from the database's, which counts")
    }
    differenceMs = isOff ? measured : 0
  }

  await compare()
  // While the database is unavailable, the last measured difference is used.
  setInterval(() => void compare().catch(() => {}), compareEveryMs).unref()
  return { now: () => new Date(own.now().getTime() + differenceMs) }
}
