import type { Capability, Role } from './capabilities.ts'

/** Whoever sent the request, as far as it could be proven. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly role: Role
      /** Of the role and personal grants, narrowed by the scopes of an API key. */
      readonly capabilities: ReadonlySet<Capability>
      /** Whether what belongs to the account is open to this credential: always to a person, to an API key by its scopes. */
      readonly seesOwn: boolean
      /** When the credential ends; null for one without an end. */
      readonly credentialEndsAt: Date | null
      /** Which proof was used, e.g. `password:12`; nonces and idempotency keys are bound to the user, logs name it. */
      readonly credential: string
    }
  | {
      readonly kind: 'scanner'
      readonly scannerKeyId: number
      /** The event the key is limited to; null for all events. */
      readonly eventId: number | null
    }

export const anonymous: Caller = { kind: 'anonymous' }

/** Whether the caller holds the capability. Scanners hold none: routes for them ask for their kind. */
export function can(caller: Caller, capability: Capability): boolean {
  return caller.kind === 'user' && caller.capabilities.has(capability)
}

/** The user's id, or null for anyone else: for what is written down, not for what is shown (`ownerIdOf`). */
export function userIdOf(caller: Caller): number | null {
  return caller.kind === 'user' ? caller.userId : null
}

/** The account whose belongings this caller may see; null for strangers, and for API keys without a scope for it. */
export function ownerIdOf(caller: Caller): number | null {
  return caller.kind === 'user' && caller.seesOwn ? caller.userId : null
}

/** When the caller's credential ends; null for one without an end, and for strangers. */
export function credentialEndOf(caller: Caller): Date | null {
  return caller.kind === 'user' ? caller.credentialEndsAt : null
}
