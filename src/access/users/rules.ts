import { type Caller, can, refundLimitOf } from '../../core/caller.ts'
import { type Capability, type Role, roleCapabilities } from '../../core/capabilities.ts'
import { type Grant, grantOf, type GrantRow, rightsOf } from '../../core/rights.ts'

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

/** What an account's rights depend on; `team` are its grants for the site and for events. */
export type Powers = { role: Role; grants: readonly string[]; team: readonly GrantRow[] }

/**
 * Whether the account can do no more than this credential (role, grants and scopes together). Only then may
 * the credential create, change or delete the account, or make credentials for it (contract.md 4.7).
 */
export function mayGive(caller: Caller, { role, grants, team }: Powers): boolean {
  if (caller.kind !== 'user') return false
  const wanted = [...capabilitiesOf(role, grants)]
  return (
    wanted.every(capability => caller.capabilities.has(capability)) &&
    team.every(row => holdsGrant(caller, grantOf(row)))
  )
}

/** Whether the caller holds all that a grant gives, at its place and within its refund limit (contract.md 28.4). */
export function holdsGrant(caller: Caller, { set, eventId, refundLimit }: Grant): boolean {
  const given = rightsOf(set, eventId)
  if (!given.every(right => can(caller, right, eventId ?? undefined))) return false
  if (!given.includes('orders.refund')) return true
  const places = eventId === null ? [] : [eventId]
  // Without a limit of its own, only somebody without one gives it.
  const own = refundLimitOf(caller, places, refundLimit?.currency ?? '')
  if (own === null) return true
  return own !== undefined && refundLimit !== null && refundLimit.minor <= own
}
