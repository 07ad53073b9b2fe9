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
 * Takes a folder for this process: a socket in it that this process listens on. It vanishes with the process, however
 * that ends, and unlike a process number it cannot be mistaken for another one's.
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

/** For folders with long names, or on file systems that hold no sockets. */
function outside(folder: string): string {
  const name = `marquee-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${name}`
    : path.join(os.tmpdir(), `${name}.lock`)
}

/** A server on the address, or undefined where the file system cannot hold one. */
async function listenAlone(folder: string, address: string): Promise<net.Server | undefined> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const listening = await listen(address)
    if (typeof listening !== 'string') return listening
    if (listening !== 'EADDRINUSE') return undefined
    const found = identity(address)
    if (await answers(address)) throw inUse(folder)
    // Left behind by a process that was killed. Another one may be doing the same right now, hence the second look.
    if (found !== undefined && identity(address) === found) removeSocket(address)
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
    // Not refused and not gone: somebody is there but busy, or it is not ours to judge.
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
