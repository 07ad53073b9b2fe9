import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { kindOfTable } from '../catalogue/shown-tables.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../platform/db/database.ts'
import { type LiteFolder, openFolder } from '../platform/db/embedded/lite-folder.ts'
import { DatabaseUnavailable } from '../platform/db/unavailable.ts'
import { askRunning } from './ask-running.ts'
import { placeOf } from './place-of.ts'

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
  how: { listens?: boolean } = {},
): Promise<PendingDatabase> {
  const loading = import('../platform/db/migrate.ts')
  const { database, folder } = await begin(config, how)
  // Migrations start only when the database is open: on a slow machine the first start takes longer than a
  // pool would wait.
  const migrated = (async () => {
    await folder
    const { migrate } = await loading
    await migrate(database)
  })()
  migrated.catch(() => {})
  return { database, migrated, folder }
}

type How = { listens?: boolean; readOnly?: boolean }

async function begin(config: Config, { listens = false, readOnly = false }: How) {
  const folder = config.databaseUrl === '' ? openFolder(config.dataDir) : undefined
  // An error reaches the caller that awaits the opened folder.
  folder?.catch(() => {})
  const { openDatabase } = await import('../platform/db/database.ts')
  const database = await openDatabase({
    ...(config.databaseUrl === '' ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    folder,
    readOnly,
    prepare: config.databasePrepare,
    poolSize: config.databasePool,
    listenUrl: listens ? config.databaseListenUrl || config.databaseUrl : undefined,
    toldTables: [...kindOfTable.keys()],
  })
  return { database, folder }
}

/**
 * Opens the database for reading, as it is at this moment: every write is refused. While the service has the embedded
 * database open, this is a copy of its folder, which `close` deletes.
 */
export async function openForReading(config: Config): Promise<OpenDatabase> {
  return openOrCopy(config, { readOnly: true })
}

/** The same for work that writes secrets which a service would have written already; what it writes may be lost. */
export async function openCopyOrPresent(config: Config): Promise<OpenDatabase> {
  return openOrCopy(config, { readOnly: false })
}

async function openOrCopy(config: Config, how: { readOnly: boolean }): Promise<OpenDatabase> {
  try {
    return await openPresent(config, how)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || error.reason !== 'in-use') throw error
    return openCopy(config, { ...how, inUse: error })
  }
}

async function openCopy(
  config: Config,
  { inUse, ...how }: { inUse: Error; readOnly: boolean },
): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(path.join(realpathSync(config.dataDir), 'copy-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const to = path.join(dataDir, 'postgres')
    if (!(await askRunning(config.dataDir, { do: 'copy', to }))) throw inUse
    const database = await openPresent({ ...config, dataDir }, how)
    const close = () => database.close().finally(remove)
    return { ...database, close }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * Opens the database of an installation, which a service, `migrate` or `restore` has made. Fails, and makes nothing, when
 * there is none or its tables are not those of this version. Every command uses this, unless making a database is its
 * purpose (docs/decisions/0063).
 */
export async function openPresent(
  config: Config,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<OpenDatabase> {
  demandFolder(config)
  const { database, folder } = await begin(config, { readOnly })
  return orClose(database, async () => {
    await folder
    const { demandMigrated } = await import('../platform/db/migrate.ts')
    await demandMigrated(database, placeOf(config))
  })
}

/** Opens the configured database, migrated to this version, and makes it when there is none. */
export async function openMigrated(config: Config): Promise<OpenDatabase> {
  const { database, migrated } = await startOpening(config)
  return orClose(database, () => migrated)
}

async function orClose(database: OpenDatabase, work: () => Promise<void>): Promise<OpenDatabase> {
  try {
    await work()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Looked at before anything is opened: opening a folder locks it, and makes what is missing. */
function demandFolder(config: Config) {
  if (config.databaseUrl !== '') return
  if (existsSync(path.join(config.dataDir, 'postgres'))) return
  throw new DatabaseUnavailable(
    'missing',
    `${placeOf(config)} does not exist (DATABASE_URL is not set, so DATA_DIR counts).`,
  )
}
