import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { GrantedRights } from '../../core/rights.ts'
import type { Tx } from '../../platform/db/database.ts'
import { grantRows, heldBy } from '../users/lookup.grants.ts'

const tables: Readonly<Record<string, 'application_passwords' | 'api_keys' | 'sessions'>> = {
  password: 'application_passwords',
  key: 'api_keys',
  session: 'sessions',
}

/**
 * Ends the request with `rest_invalid_token` unless the caller's credential still exists, and with `rest_forbidden` unless its
 * owner has the same role and grants as when the request began. Both stay so until this transaction ends.
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
    .select(grantRows.as('team'))
    .where('id', '=', caller.userId)
    .forShare()
    .executeTakeFirst()
  const credential = await tx
    .selectFrom(table)
    .select('id')
    .$if(table === 'api_keys', query => query.select(sql<string[]>`scopes`.as('scopes')))
    .where('id', '=', Number(id))
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  const isSame =
    owner?.role === caller.role && alike(heldBy(owner.team, credential?.scopes), caller.held)
  if (credential && isSame) return
  if (credential && owner) fail('rest_forbidden', { message: rightsChanged })
  fail('rest_invalid_token', { message: 'This credential was revoked a moment ago.' })
}

const rightsChanged =
  'The rights of this account changed a moment ago, so nothing was done. Send the request again to use those it has now.'

/** Whether two readings of an account's grants lend the same. */
const alike = (one: readonly GrantedRights[], other: readonly GrantedRights[]) =>
  inWords(one) === inWords(other)

const inWords = (held: readonly GrantedRights[]) =>
  JSON.stringify(
    held.map(({ eventId, rights, refundLimit }) => [eventId, [...rights], refundLimit]),
  )
