import type { Tx } from '../../platform/db/database.ts'
import { searchTextOf } from './rules.ts'
import { blankHolders } from './store.ts'

/**
 * Takes a person's name and address (small letters) off attendees, as holder and as purchaser. The places stay taken and
 * the tickets valid. Answers how many attendees it was on.
 */
export function eraseHolder(tx: Tx, email: string): Promise<number> {
  return blankHolders(tx, email, searchTextOf({ name: '', email: '' }))
}
