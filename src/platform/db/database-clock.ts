import type { Logger } from 'pino'
import type { Pool } from 'pg'
import { type Clock, systemClock } from '../clock.ts'

const compareEveryMs = 60_000
/** Clocks that are kept differ by less; a difference as small is not worth a jump. */
const tolerableMs = 1000

type ClockSources = { pool: Pool; log: Pick<Logger, 'warn'>; own?: Clock }

/**
 * The time of day of all processes over one database: the database's, by which places are held and sold already. Of a
 * machine whose clock is off by more than a second the difference is measured, now and every minute, and allowed for.
 */
export async function databaseClock({
  pool,
  log,
  own = systemClock,
}: ClockSources): Promise<Clock> {
  let differenceMs = 0

  async function compare() {
    const asked = own.now().getTime()
    // A number, because how a time is written depends on the session, and a pooler lends any.
    const { rows } = await pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    const answered = own.now().getTime()
    const theirs = rows[0]?.now ?? asked
    const measured = theirs - (asked + answered) / 2
    // Half of the way there and back is unknown.
    const isOff = Math.abs(measured) > tolerableMs + (answered - asked) / 2
    if (isOff && differenceMs === 0) {
      const seconds = Math.round(-measured / 1000)
      log.warn({ seconds }, "this machine's clock differs from the database's, which counts")
    }
    differenceMs = isOff ? measured : 0
  }

  await compare()
  // While the database is away, what was measured last still holds.
  setInterval(() => void compare().catch(() => {}), compareEveryMs).unref()
  return { now: () => new Date(own.now().getTime() + differenceMs) }
}
