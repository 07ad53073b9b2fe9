import { existsSync, fstatSync, fsyncSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { packageFolder } from '../../version.ts'
import { syncFolder } from './sync-folder.ts'

// A sixteenth of the usual buffers: half the memory of the process, and the system caches the files anyway.
const smallMemory = ['-c', 'shared_buffers=8MB', '-c', 'max_connections=5', '-c', 'timezone=UTC']
// The log need not keep changes that are in the tables already (see lite-upkeep.ts).
const shortLog = ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB']

/** The embedded database in memory, for tests. Optionally starts from a dump of another. */
export function openInMemory(loadDataDir?: Blob): Promise<PGlite> {
  return PGlite.create({
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...smallMemory],
    ...(loadDataDir ? { loadDataDir } : {}),
  })
}

/**
 * Returns the raw answers to protocol messages. PGlite's usual call also parses every answer, which nobody needs here
 * and which took most of the time of a list.
 */
export async function exchangeRaw(
  lite: PGlite,
  messages: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const onRawData = (part: Uint8Array) => {
    // Copied, because the engine reuses its memory.
    parts.push(new Uint8Array(part))
  }
  await lite.execProtocolRawStream(messages, { syncToFs: false, onRawData })
  const [first = new Uint8Array(0)] = parts
  return parts.length < 2 ? first : new Uint8Array(Buffer.concat(parts))
}

/**
 * Ends the engine at once, without a further answer, as PostgreSQL does (PANIC) when it cannot trust its memory or
 * disk. The next start recovers from the log.
 */
export type Crash = (why: unknown) => never

/** Skips the query for array types at the start, a tenth of a second; `pg` parses types itself. */
class WireOnly extends PGlite {
  override async _initArrayTypes() {}
}

/**
 * The embedded database in a folder, durable: every commit is on the disk before it is answered. PGlite runs with
 * fsync off and its file system has no fsync, so both are put in place, and checked.
 */
export async function openDurable(folder: string, crash: Crash): Promise<PGlite> {
  const syncing = PGlite.defaultStartParams.filter(parameter => parameter !== '-F')
  const lite = new WireOnly({
    dataDir: folder,
    extensions: { pg_trgm },
    startParams: [...syncing, '-c', 'wal_sync_method=fsync', ...shortLog, ...smallMemory],
    ...(existsSync(path.join(folder, 'PG_VERSION')) ? {} : emptyCluster()),
  })
  await lite.waitReady
  const syncs = syncForReal(lite, folder, crash)
  Object.assign(lite.Module, { onAbort: crash })
  await lite.query(`select pg_logical_emit_message(true, 'marquee', 'start')`)
  if (syncs() === 0) {
    await lite.close()
    throw new Error('its commits do not reach the disk')
  }
  return lite
}

/**
 * The empty cluster that the build made (scripts/build.mjs). Without it the engine makes one itself, which takes three
 * times the memory: 770 MiB instead of 270.
 */
function emptyCluster(): { loadDataDir?: Blob } {
  const file = path.join(packageFolder(), 'dist/cluster/empty.tar.gz')
  return existsSync(file) ? { loadDataDir: new Blob([readFileSync(file)]) } : {}
}

type FileStream = { nfd?: number; path?: string }
type Mount = {
  mountpoint: string
  type: { stream_ops?: { fsync?: (stream: FileStream) => number } }
}

/** Replaces the engine's fsync by a real one; returns a function that tells how often it was called. */
function syncForReal(lite: PGlite, folder: string, crash: Crash): () => number {
  const { FS } = lite.Module as unknown as { FS: { root: { mount: { mounts: Mount[] } } } }
  const cluster = PGlite.paths.PGDATA
  const mount = FS.root.mount.mounts.find(({ mountpoint }) => mountpoint === cluster)
  const inodes = new Map<string, number>()
  let syncs = 0
  if (mount?.type.stream_ops === undefined) return () => syncs
  const syncFile = (handle: number, file: string) => {
    fsyncSync(handle)
    const { ino } = fstatSync(handle)
    // A renamed file is safe only after its folder was synced too.
    if (inodes.get(file) !== ino) {
      syncFolder(path.join(folder, path.dirname(path.relative(cluster, file))))
    }
    inodes.set(file, ino)
  }
  mount.type.stream_ops.fsync = ({ nfd, path: file = cluster }) => {
    if (typeof nfd !== 'number') return 0
    syncs += 1
    try {
      syncFile(nfd, file)
      return 0
    } catch (error) {
      // After a failed fsync the system may have dropped the data. A second fsync could succeed without them.
      return crash(error)
    }
  }
  return () => syncs
}
