import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'

const tables: Readonly<Record<string, 'application_passwords' | 'api_keys' | 'sessions'>> = {
  password: 'application_passwords',
  key: 'api_keys',
  session: 'sessions',
}

/**
 * Ends the request with `rest_invalid_token` unless the caller's credential still exists and its owner has
 * the same role as when the request began. Both stay so until this transaction ends.
 */
export async function demandCredential(tx: Tx, caller: Caller): Promise<void> {
  if (caller.kind !== 'user') return
  const [kind = '', id] = caller.credential.split(':')
  const table = tables[kind] ?? fail('rest_invalid_token')
  // The account is locked before the credential is read: in one statement, a credential ended while the statement
  // waited for the account would still be found (docs/decisions/0014-locking-reads.md).
  const owner = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', caller.userId)
    .forShare()
    .executeTakeFirst()
  const credential = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', Number(id))
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (credential && owner?.role === caller.role) return
  fail('rest_invalid_token', { message: 'This credential was revoked a moment ago.' })
}
