import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { keepPrivate } from './keep-private.ts'
import { lockFolder } from './lite-lock.ts'
import { type LiteThread, liteThread } from './lite-thread.ts'
import { syncFolder, syncTree } from './sync-folder.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

/** Only this major version of PostgreSQL can read the files of a cluster. */
const clusterVersion = '18'

/** The embedded database of a data folder, locked for this process. */
export type LiteFolder = { thread: LiteThread; close: () => Promise<void> }

/**
 * Starts the embedded database. Imports little, so that the rest of the program can load while the database opens in
 * its own thread.
 */
export async function openFolder(dataDir: string): Promise<LiteFolder> {
  const unlock = await explaining(dataDir, async () => {
    makeFolder(dataDir, 0o700)
    // The engine cannot write into a folder of somebody else, and would say only that it ended.
    for (const place of [dataDir, path.join(dataDir, 'postgres')]) {
      if (existsSync(place)) accessSync(place, constants.W_OK)
    }
    return lockFolder(dataDir)
  })
  try {
    const folder = path.join(dataDir, 'postgres')
    const thread = liteThread(folder)
    await explaining(dataDir, async () => {
      if (!existsSync(folder)) await createCluster(folder)
      checkVersion(folder)
      await thread.connect()
      keepPrivate(folder)
    })
    const close = async () => {
      await thread.close()
      await unlock()
    }
    return { thread, close }
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * A new cluster is made under another name and renamed when it is complete and on the disk, so an interrupted first
 * start leaves nothing incomplete, and a loss of power afterwards finds every file that the log builds on.
 */
async function createCluster(folder: string) {
  const aside = `${folder}.new`
  rmSync(aside, { recursive: true, force: true })
  makeFolder(aside, 0o700)
  const thread = liteThread(aside)
  try {
    await thread.connect()
  } catch (error) {
    // On a full disk the incomplete cluster is removed.
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
  await thread.close()
  syncTree(aside)
  renameSync(aside, folder)
  syncFolder(path.dirname(folder))
}

function checkVersion(folder: string) {
  const file = path.join(folder, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown'
  if (version === clusterVersion) return
  throw new DatabaseUnavailable(
    'version',
    `The data folder holds a database of version ${version} and this release reads version ${clusterVersion}; export it with the release that wrote it and import it here.`,
  )
}

async function explaining<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(error, dataDir)
  }
}

function explained(error: unknown, dataDir: string): Error {
  if (error instanceof DatabaseUnavailable) return error
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || /No space left/i.test(message)) {
    const sentence = `The disk of the data folder ${dataDir} is full.`
    return new DatabaseUnavailable('disk-full', sentence, error)
  }
  if (code === 'EROFS') {
    const sentence = `The data folder ${dataDir} is on a file system that can only be read.`
    return new DatabaseUnavailable('not-permitted', sentence, error)
  }
  if (code === 'ENOENT' && syscall === 'mkdir') {
    const sentence = `The data folder ${dataDir} cannot be made, because the folder above it takes none; set DATA_DIR to another folder.`
    return new DatabaseUnavailable('not-permitted', sentence, error)
  }
  if (['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'].includes(code)) {
    const sentence = `The data folder ${dataDir} cannot be written by this user; check its owner and its rights, or set DATA_DIR to another folder.`
    return new DatabaseUnavailable('not-permitted', sentence, error)
  }
  return new DatabaseUnavailable(
    'broken',
    `The embedded database in ${dataDir} does not start: ${message}. Is the disk full, or the folder damaged?`,
    error,
  )
}
