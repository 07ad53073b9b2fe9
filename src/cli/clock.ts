import type { OpenDatabase } from '../platform/db/database.ts'

/** Well-kept clocks differ by less. */
const tolerableSeconds = 2

/**
 * What is wrong with this machine's clock. It is compared with that of the database server. The embedded database has
 * none of its own, so the newest fact counts, which cannot be from the future.
 */
export async function doctorOfClock(
  { pool, kind }: Pick<OpenDatabase, 'pool' | 'kind'>,
  now: () => Date,
): Promise<string[]> {
  const start = now().getTime()
  const { rows } = await pool.query<{ theirs: number; newest: number | null }>(`
    select extract(epoch from clock_timestamp())::float8 as theirs,
      (select extract(epoch from at)::float8 from facts order by id desc limit 1) as newest`)
  const answered = now().getTime()
  const { theirs = 0, newest = null } = rows[0] ?? {}
  const ours = (start + answered) / 2000
  const uncertain = (answered - start) / 2000
  if (kind === 'postgres' && Math.abs(ours - theirs) > tolerableSeconds + uncertain) {
    const seconds = Math.round(Math.abs(ours - theirs))
    const which = ours > theirs ? 'ahead of' : 'behind'
    return [
      `This machine's clock is ${seconds} s ${which} the database's, which counts for sales; set both by NTP.`,
    ]
  }
  const latest = kind === 'postgres' ? theirs : ours
  if (newest === null || newest <= latest + tolerableSeconds) return []
  return [
    `The clock is wrong, or was: the newest record is from ${new Date(newest * 1000).toISOString()}, which is ${Math.round(newest - latest)} s in the future. Set it by NTP.`,
  ]
}
