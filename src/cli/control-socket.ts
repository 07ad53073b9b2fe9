import { realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * What a command asks of the service that has the embedded database open, over a socket in the data folder: to copy the
 * folder, or to do what writes. Only the owner of the folder reaches it.
 */
export type ControlRequest =
  | { do: 'copy'; to: string }
  | { do: 'seed'; orders: number }
  | { do: 'list-jobs' }
  | { do: 'retry-jobs'; ids: readonly number[] }

/** Lines of JSON: what to print, and one that ends it. */
export type ControlAnswer = { say: string } | { done: true } | { failed: string }

// The system's limit is 108 bytes on Linux and 104 on macOS, with the closing zero.
const longest = 100

/** Where the socket is; undefined where a socket cannot have such a long address, and on Windows. */
export function controlAddress(dataDir: string): string | undefined {
  const address = path.join(realpathSync(dataDir), 'control.sock')
  const fits = Buffer.byteLength(address) <= longest && process.platform !== 'win32'
  return fits ? address : undefined
}
