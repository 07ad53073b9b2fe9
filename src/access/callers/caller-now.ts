import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../platform/db/database.ts'
import { narrow, seesOwn } from '../keys/rules.ts'
import { findUser } from '../users/lookup.ts'
import { heldBy } from '../users/lookup.grants.ts'
import { capabilitiesOf } from '../users/rules.ts'
import { findScopes } from './store.ts'

/**
 * The caller with the rights that the account has now, for a write that must not go on with a grant that was taken while the
 * request waited. An account that is gone has none.
 */
export async function callerNow(tx: Tx, caller: Caller): Promise<Caller> {
  if (caller.kind !== 'user') return caller
  const [kind, secret] = caller.credential.split(':')
  const scopes = kind === 'key' ? await findScopes(tx, Number(secret)) : undefined
  const user = await findUser(tx, caller.userId)
  if (!user || (kind === 'key' && !scopes)) return { ...caller, capabilities: new Set(), held: [] }
  const all = capabilitiesOf(user.role, user.grants)
  return {
    ...caller,
    role: user.role,
    capabilities: scopes ? narrow(all, scopes) : all,
    held: heldBy(user.team, scopes),
    seesOwn: scopes ? seesOwn(scopes) : caller.seesOwn,
  }
}
