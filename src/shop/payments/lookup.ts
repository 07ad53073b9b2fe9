import type { Db } from '../../platform/db/database.ts'

/** The ways of paying that a real account or key was ever configured for. */
export async function configuredWays(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('configured_gateways').select('gateway').execute()
  return rows.map(({ gateway }) => gateway)
}
