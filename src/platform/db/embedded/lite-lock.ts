import { createHash } from 'node:crypto'
import { realpathSync, statSync, unlinkSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { DatabaseUnavailable } from '../unavailable.ts'

// The system's limit is 108 bytes on Linux and 104 on macOS, with the closing zero.
const socketPathMost = 100
const triesMost = 20

/**
 * Locks a folder for this process: a socket in the folder on which the process listens. The lock ends with the
 * process, however that ends, and unlike a process id it cannot belong to another process later.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const inside = path.join(realpathSync(folder), 'in-use.sock')
  const first = process.platform === 'win32' ? outside(folder) : inside
  const address = Buffer.byteLength(first) > socketPathMost ? outside(folder) : first
  const server =
    (await listenAlone(folder, address)) ?? (await listenAlone(folder, outside(folder)))
  if (server === undefined) {
    throw new DatabaseUnavailable(
      'not-permitted',
      `No lock can be made for the data folder ${folder}.`,
    )
  }
  return () => new Promise(resolve => server.close(() => resolve()))
}

/** The lock for folders with long names, and for file systems without sockets. */
function outside(folder: string): string {
  const name = `marquee-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${name}`
    : path.join(os.tmpdir(), `${name}.lock`)
}

/** A server on the address; undefined when the file system does not support sockets. */
async function listenAlone(folder: string, address: string): Promise<net.Server | undefined> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const listening = await listen(address)
    if (typeof listening !== 'string') return listening
    if (listening !== 'EADDRINUSE') return undefined
    const identityNow = identity(address)
    if (await answers(address)) throw inUse(folder)
    // The socket is left over from a killed process. Another process may be removing it at this moment, so it is
    // checked twice.
    if (identityNow !== undefined && identity(address) === identityNow) removeSocket(address)
  }
  throw inUse(folder)
}

const inUse = (folder: string) =>
  new DatabaseUnavailable(
    'in-use',
    `The data folder ${folder} is in use by another Marquee process; stop that one, or set DATA_DIR to another folder.`,
  )

function listen(address: string): Promise<net.Server | string> {
  return new Promise(resolve => {
    const server = net.createServer(socket => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Neither refused nor gone: a process is there but busy, or this user may not connect.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(!['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '')),
    )
  })
}

function identity(address: string): string | undefined {
  const stat = statSync(address, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino}:${stat.ctimeNs}`
}

function removeSocket(address: string) {
  try {
    unlinkSync(address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
