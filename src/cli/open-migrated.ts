import type { Config } from '../config.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'

/** The configured database, brought up to this version. */
export async function openMigrated(config: Config): Promise<OpenDatabase> {
  const database = await openDatabase({
    ...(config.databaseUrl === '' ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    prepare: config.databasePrepare,
    poolSize: config.databasePool,
  })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
