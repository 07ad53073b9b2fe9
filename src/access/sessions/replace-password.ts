import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { changeUser } from '../users/save-user.ts'
import { type Browser, createSession } from './open-session.ts'

type PasswordDeps = Pick<Deps, 'db' | 'random' | 'clock'>
type Replacing = {
  userId: number
  password: string
  keepKeys: boolean
  browser: Browser
  /** Fails when what allowed the new password is gone. */
  demand: (tx: Tx) => Promise<void>
}

/**
 * Sets a password, ends the account's sessions, and opens one for this browser, in one transaction: a session made
 * after it would outlive a reset that came between. Fails as `demand` does.
 */
export async function replacePassword(
  deps: PasswordDeps,
  { userId, password, keepKeys, browser, demand }: Replacing,
): Promise<{ id: number; secret: string }> {
  const changes = { password, keep_keys: keepKeys }
  const followUp = (tx: Tx) => createSession(tx, deps, { userId, browser })
  const { followed } = await changeUser(deps.db, { id: userId, changes, demand, followUp })
  return followed ?? fail('internal_server_error')
}
