import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Syncs the names in a folder (new and renamed files) to the disk, on systems that support it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Syncs everything below a folder to the disk: the contents of all files, and all names. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const below = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(below)
    else if (entry.isFile()) syncFile(below)
  }
  syncFolder(folder)
}

function syncFile(file: string) {
  // Opened for writing, because some systems sync nothing otherwise.
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
