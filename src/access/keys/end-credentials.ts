import { type Static, Type } from 'typebox'
import type { Tx } from '../../platform/db/database.ts'
import { KeyView, PasswordView } from './schema.ts'
import { deleteCredentialsOf } from './store.ts'
import { keyView, passwordView } from './view.ts'

/** The credentials that were ended. */
export const EndedCredentials = Type.Object(
  {
    application_passwords: Type.Array(PasswordView, { description: 'Application passwords.' }),
    api_keys: Type.Array(KeyView, { description: 'API keys.' }),
  },
  { title: 'EndedCredentials', description: 'With a new password: what it ended.' },
)
export type EndedCredentials = Static<typeof EndedCredentials>

/**
 * Ends the application passwords and API keys of this account. The caller holds the lock on accounts, so that none is
 * created meanwhile.
 */
export async function endCredentials(tx: Tx, userId: number): Promise<EndedCredentials> {
  const { application_passwords, api_keys } = await deleteCredentialsOf(tx, userId)
  return {
    application_passwords: application_passwords.map(passwordView),
    api_keys: api_keys.map(keyView),
  }
}
