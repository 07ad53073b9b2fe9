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
  | { do: 'erase-person'; email: string }
  | { do: 'account'; change: AccountChange }
  | { do: 'mail'; command: MailCommand }
  | { do: 'reconcile' }
  | { do: 'audit-providers'; days: number }
  | { do: 'reprice'; change: CurrencyChange }
  | { do: 'import-attendees'; list: AttendeeImport }

export type Days = { expiresInDays?: number }
export type NewAccount = { login: string; email: string; role: string } & Days
export type Changes = { login: string; email?: string; displayName?: string; role?: string }
/** Without a password, one is made up and printed. */
export type NewPassword = { login: string; password?: string | undefined; keepKeys?: boolean }
export type NewLink = { login: string; purpose: string }
export type NewKey = { login: string; name: string; list: string } & Days

/** What a command does to accounts, as it is sent to the service that has the embedded database open. */
export type AccountChange =
  | ({ do: 'user add' } & NewAccount)
  | ({ do: 'user change' } & Changes)
  | ({ do: 'user password' } & NewPassword)
  | ({ do: 'user link' } & NewLink)
  | { do: 'user reset-factor'; login: string }
  | ({ do: 'key create' } & NewKey)

/** A command for mails that writes, as it is sent to the service that has the embedded database open. */
export type MailCommand =
  | { do: 'test'; to: string }
  | { do: 'retry'; ids: readonly string[] }
  /** A mail that came back, in Base64. */
  | { do: 'bounce'; raw: string }

/** A list of attendees to bring; paths are whole ones, because the service may run in another folder. */
export type AttendeeImport = {
  file: string
  eventId: number
  /** Which column is what, where that was chosen. */
  map?: Readonly<Record<string, string>> | undefined
  ticketId?: number | undefined
  dryRun: boolean
  report?: string | undefined
}

/** The prices in one currency become prices in another. */
export type CurrencyChange = { from: string; to: string; rate: string }

/** The service answers in lines of JSON: lines to print, and a last one that ends the answer. */
export type ControlAnswer = { say: string } | { done: true; losses?: number } | { failed: string }

/** Prints a line: here, or where the command was given. */
export type Say = (line: string) => void

// The system's limit is 108 bytes on Linux and 104 on macOS, with the closing zero.
const longest = 100

/** The path of the socket; undefined when the path is too long for a socket address, and on Windows. */
export function controlAddress(dataDir: string): string | undefined {
  const address = path.join(realpathSync(dataDir), 'control.sock')
  const fits = Buffer.byteLength(address) <= longest && process.platform !== 'win32'
  return fits ? address : undefined
}
