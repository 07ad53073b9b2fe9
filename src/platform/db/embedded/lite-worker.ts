// Runs the embedded database outside the main thread, so that a long query does not block requests.
import { constants, cpSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { exchangeRaw, openDurable } from './lite-engine.ts'

/**
 * A message to the thread: protocol bytes, answered in order; the request to end; or a folder to copy the data to.
 */
export type ToWorker = Uint8Array | 'close' | { copyTo: string }
export type FromWorker =
  | Uint8Array
  | 'ready'
  | 'closed'
  | Failure
  | { copied: string; problem?: Failure }
export type Failure = { failed: string; code?: string }

const port = parentPort
if (!port) throw new Error('The embedded database runs in a worker.')

function tell(message: FromWorker, moved: ArrayBuffer[] = []) {
  port?.postMessage(message, moved)
}

function serve(lite: PGlite) {
  port?.on('message', (message: ToWorker) => {
    if (message === 'close') {
      void lite.close().finally(() => tell('closed'))
      return
    }
    if ('copyTo' in message) return tell(copy(message.copyTo))
    void exchangeRaw(lite, message).then(answer => tell(answer, [answer.buffer]))
  })
  tell('ready')
}

/**
 * Copies the files between two statements. The copy is like the files after a crash: it has every committed
 * transaction, and opening it recovers them.
 */
function copy(to: string): FromWorker {
  const { folder } = workerData as { folder: string }
  try {
    cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return { copied: to }
  } catch (error) {
    return { copied: to, problem: failureOf(error) }
  }
}

/** The names that the engine's file system gives to errors of the disk. */
const engineCodes: Record<number, string> = { 2: 'EACCES', 29: 'EIO', 51: 'ENOSPC', 69: 'EROFS' }

function failureOf(error: unknown): Failure {
  const { message, code, errno } = error as NodeJS.ErrnoException
  const engineCode = code ?? engineCodes[errno ?? 0]
  return {
    failed: message || String(error),
    ...(engineCode === undefined ? {} : { code: engineCode }),
  }
}

const tellFailure = (error: unknown) => tell(failureOf(error))

function crash(why: unknown): never {
  tellFailure(why)
  process.exit(1)
}

try {
  serve(await openDurable((workerData as { folder: string }).folder, crash))
} catch (error) {
  tellFailure(error)
}
