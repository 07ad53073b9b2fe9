import { realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * Commands that the service with the embedded database does for another process, over a socket in the data folder:
 * copying the folder, and commands that write. Only the owner of the folder can connect.
 */
export type ControlRequest =
  | { do: 'copy'; to: string }
  | { do: 'seed'; orders: number }
  | { do: 'list-jobs' }
  | { do: 'retry-jobs'; ids: readonly number[] }

/** The service answers in lines of JSON: lines to print, and a last one that ends the answer. */
export type ControlAnswer = { say: string } | { done: true } | { failed: string }

// The system's limit is 108 bytes on Linux and 104 on macOS, with the closing zero.
const longest = 100

/** The path of the socket; undefined when the path is too long for a socket address, and on Windows. */
export function controlAddress(dataDir: string): string | undefined {
  const address = path.join(realpathSync(dataDir), 'control.sock')
  const fits = Buffer.byteLength(address) <= longest && process.platform !== 'win32'
  return fits ? address : undefined
}
