import { escapeIdentifier, type Pool } from 'pg'

const everyMs = 60_000
const walMax = 48 * 1024 * 1024

/**
 * The work of a server's background processes, which the embedded database does not have: without it the log and the
 * tables would grow for ever, and queries would be planned without statistics.
 */
export function startUpkeep(pool: Pool): () => void {
  // Work that fails is tried again after a minute.
  const timer = setInterval(() => void keepUp(pool).catch(() => {}), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Checkpoints when the log is long, and vacuums and analyses tables with many changes, by a server's thresholds. */
export async function keepUp(pool: Pool): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ relname: string }>(`
    select relname from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by relname`)
  // One table after the other, so that requests run in between.
  for (const { relname } of rows) await pool.query(`vacuum (analyze) ${escapeIdentifier(relname)}`)
  const { rows: logs } = await pool.query<{ bytes: string }>(
    'select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
  )
  if (Number(logs[0]?.bytes) > walMax) await pool.query('checkpoint')
}
