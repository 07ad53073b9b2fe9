import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { createServerDatabase, onPostgres } from './database.ts'

export type Place = { environment: Record<string, string>; remove(): Promise<void> }

/**
 * Where a server process keeps its data: a folder or a database on the server, by project. Migrated and
 * empty, because a first start takes the embedded database seconds. A `bare` one has nothing in it yet.
 */
export async function makePlace({ bare = false } = {}): Promise<Place> {
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
 * A new folder, in memory where the system has room for it: a test that ends a process loses nothing by that, and the many
 * syncs of an embedded database take no time there.
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
