import { fail, failParams } from '../../core/errors.ts'
import { findAddressee } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import type { Db } from '../../platform/db/database.ts'
import { type CodeDeps, type CodeProof, proveCode } from './prove-code.ts'
import { takesCode } from './lookup.ts'
import { deleteFactor } from './store.ts'

export type Removal = CodeProof & { password: string | undefined }

/**
 * Removes the second factor of somebody who gives the password (an account without one needs none) and a code. Fails with
 * `rest_second_factor_missing`, `incorrect_password`, `incorrect_code` and `rest_too_many_requests`.
 */
export async function removeOwnFactor(deps: CodeDeps, removal: Removal): Promise<void> {
  const { userId, password, address } = removal
  if (!(await takesCode(deps.db, userId))) fail('rest_second_factor_missing')
  const account = (await findAddressee(deps.db, userId)) ?? fail('rest_user_not_found')
  if (account.has_password) {
    if (password === undefined) failParams({ password: { message: 'is missing.' } })
    await provePassword(deps, { login: account.login, password, address })
  }
  await proveCode(deps, removal)
  await deleteFactor(deps.db, userId)
}

/** Removes the second factor of an account, for the operator; false when there is none. */
export const resetFactor = (db: Db, userId: number): Promise<boolean> => deleteFactor(db, userId)
