import type { Caller } from '../core/caller.ts'
import type { Locale } from '../core/locale.ts'
import type { Tx } from '../platform/db/database.ts'

/** What areas to the right add to accounts and callers; namespaces.ts passes it in. */
export type AccessAdditions = {
  /** Keys this person made that work without the account, such as scanner keys, each with the request that ends it. */
  stillOpen(userId: number): Promise<{ scanner_keys: OpenKey[] }>
  /** Queues the mail that invites the owner of a new account, in the transaction that creates it; fails without a mail server. */
  invite(tx: Tx, invited: { id: number; email: string; locale: Locale | undefined }): Promise<void>
  /** Queues the mail with which somebody without a password signs in again; fails without a mail server. */
  confirmByMail(account: { id: number; email: string }): Promise<void>
  /** The caller behind a bearer token that is no API key, such as a scanner key. */
  otherTokens(token: string): Promise<Caller | undefined>
}

type OpenKey = {
  id: number
  name: string
  event: number | null
  created_at: string
  expires_at: string | null
  last_used_on: string | null
  end_with: string
}
