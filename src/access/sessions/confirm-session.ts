import { fail, failParams } from '../../core/errors.ts'
import { findAddressee } from '../users/lookup.ts'
import { takesCode } from '../second-factor/lookup.ts'
import { type CodeDeps, proveCode } from '../second-factor/prove-code.ts'
import { provePassword } from '../users/prove-password.ts'
import type { SignedIn } from './recognise-session.ts'
import { noteConfirmed } from './store.ts'

export type Confirming = {
  session: SignedIn
  password: string | undefined
  code: string | undefined
  /** The network address, for counting guesses. */
  address: string
  /** Mails a link to sign in again. */
  mailLink: (account: { id: number; email: string }) => Promise<void>
}

/**
 * Begins the ten minutes of a fresh session anew (contract.md 21.4): by the password and a code of the second factor,
 * whichever the account has; for an account with neither by a mailed link, which signs in again. Returns which. Fails with
 * `incorrect_password`, `incorrect_code` and `rest_too_many_requests`, as signing in does.
 */
export async function confirmSession(
  deps: CodeDeps,
  { session, password, code, address, mailLink }: Confirming,
): Promise<'confirmed' | 'mailed'> {
  const { userId } = session.caller
  const account = (await findAddressee(deps.db, userId)) ?? fail('rest_session_not_found')
  const needsCode = await takesCode(deps.db, userId)
  if (!account.has_password && !needsCode) {
    await mailLink({ id: userId, email: account.email })
    return 'mailed'
  }
  const proofs = { login: account.has_password && account.login, needsCode }
  await proveBoth(deps, { ...proofs, userId, password, code, address })
  // A new password in the same moment ended the session.
  if (!(await noteConfirmed(deps.db, session.id, deps.clock.now()))) fail('rest_session_not_found')
  return 'confirmed'
}

type Proofs = Pick<Confirming, 'password' | 'code' | 'address'> & {
  userId: number
  /** False for an account without a password. */
  login: string | false
  needsCode: boolean
}

async function proveBoth(
  deps: CodeDeps,
  { userId, login, needsCode, password, code, address }: Proofs,
): Promise<void> {
  const missing = { message: 'is missing.' }
  const problems = {
    ...(login !== false && password === undefined && { password: missing }),
    ...(needsCode && code === undefined && { code: missing }),
  }
  if (Object.keys(problems).length > 0) failParams(problems)
  if (login !== false && password !== undefined) {
    await provePassword(deps, { login, password, address })
  }
  if (needsCode && code !== undefined) await proveCode(deps, { userId, code, address })
}
