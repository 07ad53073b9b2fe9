import { closeSync, fsyncSync, openSync } from 'node:fs'

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
