import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createServerDatabase, onPostgres } from './database.ts'

/** Where a server process keeps its data: a fresh folder, or a fresh database on the server, by project. */
export async function makePlace(): Promise<{
  environment: Record<string, string>
  remove(): Promise<void>
}> {
  if (onPostgres) {
    const { url, drop } = await createServerDatabase()
    return { environment: { DATABASE_URL: url }, remove: drop }
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  return {
    environment: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
