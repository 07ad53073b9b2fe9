import type { Config } from '../config.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { openFolder } from '../platform/db/lite-folder.ts'

/** The configured database, brought up to this version. */
export async function openMigrated(config: Config): Promise<OpenDatabase> {
  // The embedded database starts first and in its own thread: what speaks with it is loaded meanwhile.
  const [folder, { openDatabase }, { migrate }] = await Promise.all([
    config.databaseUrl === '' ? openFolder(config.dataDir) : undefined,
    import('../platform/db/database.ts'),
    import('../platform/db/migrate.ts'),
  ])
  const database = await openDatabase({
    ...(config.databaseUrl === '' ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    folder,
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
