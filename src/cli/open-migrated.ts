import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { kindOfTable } from '../catalogue/shown-tables.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { type LiteFolder, openFolder } from '../platform/db/embedded/lite-folder.ts'
import { DatabaseUnavailable } from '../platform/db/unavailable.ts'
import { askRunning } from './ask-running.ts'

export type PendingDatabase = {
  database: OpenDatabase
  /** Resolves when the database has been migrated to this version. Before that, it may not even be open. */
  migrated: Promise<void>
  /** The opened data folder of the embedded database; undefined with a server. */
  folder?: Promise<LiteFolder> | undefined
}

/**
 * Begins to open the configured database. The embedded one starts first, in its own thread, while the rest of the
 * program loads. With `listens` the process hears of the writes of other processes on the same server.
 */
export async function startOpening(
  config: Config,
  { listens = false }: { listens?: boolean } = {},
): Promise<PendingDatabase> {
  const folder = config.databaseUrl === '' ? openFolder(config.dataDir) : undefined
  // An error reaches the caller that awaits the migrations.
  folder?.catch(() => {})
  const { openDatabase } = await import('../platform/db/database.ts')
  const { migrate } = await import('../platform/db/migrate.ts')
  const database = await openDatabase({
    ...(config.databaseUrl === '' ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    folder,
    prepare: config.databasePrepare,
    poolSize: config.databasePool,
    listenUrl: listens ? config.databaseListenUrl || config.databaseUrl : undefined,
    toldTables: [...kindOfTable.keys()],
  })
  // Migrations start only when the database is open: on a slow machine the first start takes longer than a
  // pool would wait.
  const migrated = (async () => {
    await folder
    await migrate(database)
  })()
  migrated.catch(() => {})
  return { database, migrated, folder }
}

/**
 * Opens the database for reading, as it is at this moment. While the service has the embedded database open, this is
 * a copy of its folder, which `close` deletes.
 */
export async function openForReading(config: Config): Promise<OpenDatabase> {
  try {
    return await openMigrated(config)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || error.reason !== 'in-use') throw error
    return openCopy(config, error)
  }
}

async function openCopy(config: Config, inUse: Error): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(path.join(realpathSync(config.dataDir), 'copy-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const to = path.join(dataDir, 'postgres')
    if (!(await askRunning(config.dataDir, { do: 'copy', to }))) throw inUse
    const database = await openMigrated({ ...config, dataDir })
    const close = () => database.close().finally(remove)
    return { ...database, close }
  } catch (error) {
    remove()
    throw error
  }
}

/** Opens the configured database, migrated to this version. */
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
