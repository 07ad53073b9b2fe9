import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` never returns where a folder takes no
 * folders, as /proc does: the system calls the new one missing, and Node makes the one above it again, for ever.
 */
export function makeFolder(folder: string, mode?: number): void {
  const above = path.dirname(folder)
  if (!existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (place: string) =>
  statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
