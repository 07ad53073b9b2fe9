import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'

const others = 0o077

/**
 * Takes from everybody but the owner what rights there are on a folder and all that is in it. The engine makes files that
 * everybody may read, and the folder above may have been made by somebody who let everybody in. Files of another
 * owner stay as they are: the system refuses to change them.
 */
export function keepPrivate(place: string): void {
  if (process.platform === 'win32') return
  const stat = lstatSync(place, { throwIfNoEntry: false })
  if (!stat || stat.isSymbolicLink()) return
  if ((stat.mode & others) !== 0) closeTo(place, stat.mode)
  if (!stat.isDirectory()) return
  for (const name of readdirSync(place)) keepPrivate(path.join(place, name))
}

function closeTo(place: string, mode: number) {
  try {
    chmodSync(place, mode & 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
