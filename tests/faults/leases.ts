import { openDatabase } from '../../src/platform/db/database.ts'

/**
 * Ends the leases of interrupted requests' idempotency keys, so that no test waits a minute. The embedded
 * database must be unlocked.
 */
export async function letLeasesEnd(environment: Record<string, string>) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
  const { pool, close } = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
  await pool.query(`update idempotency_keys set locked_until = now() where state = 'running'`)
  await close()
}
