import { fail, failParams } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { findAddressee } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import type { SignedIn } from './recognise-session.ts'
import { noteConfirmed } from './store.ts'

export type Confirming = {
  session: SignedIn
  password: string | undefined
  /** The network address, for counting guesses. */
  address: string
  /** Mails a link to sign in again. */
  mailLink: (account: { id: number; email: string }) => Promise<void>
}

/**
 * Begins the ten minutes of a fresh session anew (contract.md 21.4): by the password, or for an account without one by
 * a mailed link, which signs in again. Returns which. Fails with `incorrect_password` and `rest_too_many_requests`, as
 * signing in does.
 */
export async function confirmSession(
  deps: Pick<Deps, 'db' | 'clock' | 'attempts'>,
  { session, password, address, mailLink }: Confirming,
): Promise<'confirmed' | 'mailed'> {
  const { userId } = session.caller
  const account = (await findAddressee(deps.db, userId)) ?? fail('rest_session_not_found')
  if (!account.has_password) {
    await mailLink({ id: userId, email: account.email })
    return 'mailed'
  }
  if (password === undefined) failParams({ password: { message: 'is missing.' } })
  await provePassword(deps, { login: account.login, password, address })
  // A new password in the same moment ended the session.
  if (!(await noteConfirmed(deps.db, session.id, deps.clock.now()))) fail('rest_session_not_found')
  return 'confirmed'
}
