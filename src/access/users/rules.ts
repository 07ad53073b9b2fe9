import { type Capability, type Role, roleCapabilities } from '../../core/capabilities.ts'

/** Capabilities that may be granted to a person beyond the role: the door and the attendees. */
export const grantable = ['manage_attendees'] as const satisfies readonly Capability[]

export const passwordCharactersMin = 10

/** Everything a person may do: what the role gives and what was granted. */
export function capabilitiesOf(role: Role, grants: readonly string[]): ReadonlySet<Capability> {
  const granted = grantable.filter(capability => grants.includes(capability))
  return new Set<Capability>([...roleCapabilities[role], ...granted])
}
