import type { Caller } from '../../core/caller.ts'
import type { Role } from '../../core/capabilities.ts'
import type { GrantRow } from '../../core/rights.ts'
import { heldBy } from './lookup.grants.ts'
import { capabilitiesOf } from './rules.ts'

type Owner = {
  userId: number
  role: Role
  grants: readonly string[]
  team: readonly GrantRow[]
}

type Credential = Pick<Extract<Caller, { kind: 'user' }>, 'credential' | 'credentialEndsAt'>

/** The caller with everything that an account may do, by a credential that narrows nothing. */
export const callerOf = ({ userId, role, grants, team }: Owner, credential: Credential) =>
  ({
    kind: 'user',
    userId,
    role,
    capabilities: capabilitiesOf(role, grants),
    held: heldBy(team),
    seesOwn: true,
    ...credential,
  }) as const
