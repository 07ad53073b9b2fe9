import type { Config } from '../config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { DatabaseUnavailable } from '../platform/db/unavailable.ts'
import { askRunning } from './ask-running.ts'
import type { ControlRequest } from './control-socket.ts'
import { openPresent } from './open-migrated.ts'

/** Runs the work on the database in this process, or has the service that has the embedded database open do it. */
export function hereOrRunning(
  config: Config,
  request: ControlRequest,
  work: (db: Db) => Promise<void>,
) {
  return unlessRunning(config, request, async () => {
    const { db, close } = await openPresent(config)
    try {
      await work(db)
    } finally {
      await close()
    }
  })
}

/** Runs work that opens the database, or has the service that has the embedded database open do what is requested. */
export async function unlessRunning(
  config: Config,
  request: ControlRequest,
  work: () => Promise<void>,
) {
  try {
    await work()
  } catch (error) {
    const isInUse = error instanceof DatabaseUnavailable && error.reason === 'in-use'
    if (!isInUse || !(await askRunning(config.dataDir, request))) throw error
  }
}
