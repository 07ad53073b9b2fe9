import type { Static } from 'typebox'
import { fail } from '../../core/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import { hashPassword } from './password.ts'
import type { NewUser, UserChanges } from './schema.ts'
import { insertUser, updateUser } from './store.ts'

/** Adds an account. Fails with `rest_user_exists` when login or address are taken, ignoring case. */
export async function createUser(db: Db, draft: Static<typeof NewUser>) {
  const { password, display_name = draft.login, ...rest } = draft
  const password_hash = password === undefined ? null : await hashPassword(password)
  return unlessTaken(insertUser(db, { ...rest, display_name, password_hash }))
}

/** Changes what is given and nothing else. Fails with `rest_user_not_found`. */
export async function changeUser(db: Db, id: number, changes: Static<typeof UserChanges>) {
  const { password, ...rest } = changes
  const hashed = password === undefined ? {} : { password_hash: await hashPassword(password) }
  const changed = await unlessTaken(updateUser(db, id, { id, ...rest, ...hashed }))
  return changed ?? fail('rest_user_not_found')
}

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const taken = ['users_login_is_unique', 'users_email_is_unique']
    if (taken.includes(violatedConstraint(error) ?? '')) fail('rest_user_exists', { cause: error })
    throw error
  }
}
