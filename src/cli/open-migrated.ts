import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { openFolder } from '../platform/db/embedded/lite-folder.ts'

export type Opening = {
  database: OpenDatabase
  /** Resolves when the database has been brought up to this version; before, it may not even be open. */
  migrated: Promise<void>
}

/**
 * The configured database, still opening. The embedded one starts first and in its own thread, so that what speaks with
 * it can be loaded and put together meanwhile.
 */
export async function startOpening(config: Config): Promise<Opening> {
  const folder = config.databaseUrl === '' ? openFolder(config.dataDir) : undefined
  // Whoever waits for the migrations learns of it.
  folder?.catch(() => {})
  const { openDatabase } = await import('../platform/db/database.ts')
  const { migrate } = await import('../platform/db/migrate.ts')
  const database = await openDatabase({
    ...(config.databaseUrl === '' ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    folder,
    prepare: config.databasePrepare,
    poolSize: config.databasePool,
  })
  // Asked only once it is open: a pool would not wait as long as the first start of a slow machine may take.
  const migrated = (async () => {
    await folder
    await migrate(database)
  })()
  migrated.catch(() => {})
  return { database, migrated }
}

/** The configured database, brought up to this version. */
export async function openMigrated(config: Config): Promise<OpenDatabase> {
  const { database, migrated } = await startOpening(config)
  try {
    await migrated
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
