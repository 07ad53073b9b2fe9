import { fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AttemptLimit } from '../../platform/http/limits/attempts.ts'
import { findUserByLogin, guessedAccount } from './lookup.ts'
import { passwordMatches } from './password.ts'

type ProofDeps = { db: Db; attempts: AttemptLimit }
type Proof = { login: string; password: string; address: string }

/**
 * The account whose login or e-mail address and password these are. Fails with `incorrect_password`, the same for an
 * unknown account, and with `rest_too_many_requests` after too many failures at one account or from one network.
 */
export async function provePassword(
  { db, attempts }: ProofDeps,
  { login, password, address }: Proof,
) {
  const account = login.includes('\0') ? undefined : await findUserByLogin(db, login)
  const guess = { target: guessedAccount(account, login), address }
  const user = await attempts.judge('sign-in', guess, async () => {
    const matches = await passwordMatches(account?.password_hash ?? null, password)
    return matches ? account : undefined
  })
  return user ?? fail('incorrect_password')
}
