import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Brings the names in a folder (new and renamed files) to the disk, where the system knows that. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
