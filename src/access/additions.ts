import type { Caller } from '../core/caller.ts'

/** What areas to the right add to accounts and callers; app.ts brings them together. */
export type AccessAdditions = {
  /** What this person made that opens something by itself: keys of devices at the door, with the request that ends each. */
  stillOpen(userId: number): Promise<{ scanner_keys: OpenKey[] }>
  /** Who sends this bearer token, when it is none of this area's. */
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
