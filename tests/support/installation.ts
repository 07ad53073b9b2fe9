import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { createServerDatabase, onPostgres } from './database.ts'

export type Installation = { environment: Record<string, string>; remove(): Promise<void> }

/**
 * The data of a server process: a folder, or a database on the server, depending on the project. It is migrated and
 * empty, because a first start of the embedded database takes seconds. A `bare` one is not migrated.
 */
export async function makeInstallation({ bare = false } = {}): Promise<Installation> {
  if (onPostgres) {
    const { url, drop } = await createServerDatabase()
    return { environment: { DATABASE_URL: url }, remove: drop }
  }
  const folder = newFolder()
  if (!bare) unpackSnapshot(path.join(folder, 'postgres'))
  return {
    environment: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const inMemory = '/dev/shm'
const roomBytes = 2 ** 30

/**
 * A new folder, in memory where the system has room for it: no test loses the machine, and an embedded database syncs
 * often.
 */
export function newFolder(): string {
  return mkdtempSync(path.join(hasRoom() ? inMemory : os.tmpdir(), 'marquee-test-'))
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > roomBytes
}

/** Creates the data folder of a migrated embedded database. */
export function unpackSnapshot(folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  execFileSync('tar', ['-xf', inject('snapshot'), '-C', folder], { stdio: 'ignore' })
}
