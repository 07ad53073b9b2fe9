import { fail } from '../../core/errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { changeUser } from '../users/save-user.ts'

type Replacing<T> = {
  userId: number
  password: string
  keepKeys: boolean
  /** Fails when what allowed the new password is gone. */
  demand: (tx: Tx) => Promise<void>
  /** Opens what this browser gets instead of the sessions that end. */
  open: (tx: Tx) => Promise<T>
}

/**
 * Sets a password, ends the account's sessions, and opens one for this browser, in one transaction: a session made
 * after it would outlive a reset that came between. Fails as `demand` does.
 */
export async function replacePassword<T>(
  db: Db,
  { userId, password, keepKeys, demand, open }: Replacing<T>,
): Promise<T> {
  const changes = { password, keep_keys: keepKeys }
  const { followed } = await changeUser(db, { id: userId, changes, demand, followUp: open })
  return followed ?? fail('internal_server_error')
}
