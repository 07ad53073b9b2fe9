import type { Caller } from '../../core/caller.ts'
import { type Capability, type Role, roleCapabilities } from '../../core/capabilities.ts'

/** Capabilities that can be granted to a person beyond the role: check-in and attendees. */
export const grantable = ['manage_attendees'] as const satisfies readonly Capability[]

export const passwordCharactersMin = 10

/** A login has no colon, because HTTP Basic ends the login at the first one. */
export const loginPattern = '^[A-Za-z0-9._@-]{1,60}$'

/** Everything a person may do: the capabilities of the role and the granted ones. */
export function capabilitiesOf(role: Role, grants: readonly string[]): ReadonlySet<Capability> {
  const granted = grantable.filter(capability => grants.includes(capability))
  return new Set<Capability>([...roleCapabilities[role], ...granted])
}

/** What an account's rights depend on. */
export type Powers = { role: Role; grants: readonly string[] }

/**
 * Whether the account can do no more than this credential (role, grants and scopes together). Only then may
 * the credential create, change or delete the account, or make credentials for it (contract.md 4.7).
 */
export function mayGive(caller: Caller, { role, grants }: Powers): boolean {
  if (caller.kind !== 'user') return false
  const wanted = [...capabilitiesOf(role, grants)]
  return wanted.every(capability => caller.capabilities.has(capability))
}
