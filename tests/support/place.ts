import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { createServerDatabase, onPostgres } from './database.ts'

export type Place = { environment: Record<string, string>; remove(): Promise<void> }

/**
 * Where a server process keeps its data, migrated and empty: a folder, or a database on the server, by project. A
 * `bare` folder has nothing in it yet, as on a first start, which takes the embedded database seconds.
 */
export async function makePlace({ bare = false } = {}): Promise<Place> {
  if (onPostgres) {
    const { url, drop } = await createServerDatabase()
    return { environment: { DATABASE_URL: url }, remove: drop }
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  if (!bare) unpackSnapshot(path.join(folder, 'postgres'))
  return {
    environment: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes the data folder of an embedded database that is migrated and empty. */
export function unpackSnapshot(folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  execFileSync('tar', ['-xf', inject('snapshot'), '-C', folder], { stdio: 'ignore' })
}
