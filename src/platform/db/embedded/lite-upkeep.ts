import { escapeIdentifier, type Pool } from 'pg'

const everyMs = 60_000
const walMax = 48 * 1024 * 1024

/**
 * What background processes do on a server and nobody does in the embedded database: without it the log of changes and
 * the tables would grow for ever, and queries would be planned without statistics.
 */
export function startUpkeep(pool: Pool): () => void {
  // What fails now is due again in a minute.
  const timer = setInterval(() => void keepUp(pool).catch(() => {}), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Shortens the log of changes when it is long, and tidies the tables that changed much, with a server's thresholds. */
export async function keepUp(pool: Pool): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ relname: string }>(`
    select relname from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by relname`)
  // One by one, so that requests come in between.
  for (const { relname } of rows) await pool.query(`vacuum (analyze) ${escapeIdentifier(relname)}`)
  const { rows: logs } = await pool.query<{ bytes: string }>(
    'select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
  )
  if (Number(logs[0]?.bytes) > walMax) await pool.query('checkpoint')
}
