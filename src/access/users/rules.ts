import type { Caller } from '../../core/caller.ts'
import { type Capability, type Role, roleCapabilities } from '../../core/capabilities.ts'

/** Capabilities that may be granted to a person beyond the role: the door and the attendees. */
export const grantable = ['manage_attendees'] as const satisfies readonly Capability[]

export const passwordCharactersMin = 10

/** Everything a person may do: what the role gives and what was granted. */
export function capabilitiesOf(role: Role, grants: readonly string[]): ReadonlySet<Capability> {
  const granted = grantable.filter(capability => grants.includes(capability))
  return new Set<Capability>([...roleCapabilities[role], ...granted])
}

/** What decides what an account may do. */
export type Powers = { role: Role; grants: readonly string[] }

/**
 * Whether the account may nothing that this credential (role, grants and scopes together) may not: only then may the
 * credential make, change or delete it, or make credentials for it (contract.md 4.7).
 */
export function mayGive(caller: Caller, { role, grants }: Powers): boolean {
  if (caller.kind !== 'user') return false
  const wanted = [...capabilitiesOf(role, grants)]
  return wanted.every(capability => caller.capabilities.has(capability))
}
