import { openDatabase } from '../../src/platform/db/database.ts'

/**
 * A minute passes for the keys of requests that were cut off with their process, so that nobody has to wait for it. The
 * embedded database must be free.
 */
export async function letLeasesEnd(environment: Record<string, string>) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
  const { pool, close } = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
  await pool.query(`update idempotency_keys set locked_until = now() where state = 'running'`)
  await close()
}
