import type { Capability, Role } from './capabilities.ts'

/** The sender of a request, as far as the credential proves it. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly role: Role
      /** The capabilities of role and personal grants, narrowed by the scopes of an API key. */
      readonly capabilities: ReadonlySet<Capability>
      /** Whether the credential opens the account's own belongings: always for a person, by scope for an API key. */
      readonly seesOwn: boolean
      /** When the credential ends; null for never. */
      readonly credentialEndsAt: Date | null
      /**
       * The credential in use, e.g. `password:12`. Nonces and idempotency keys are bound to the user; the log
       * names the credential.
       */
      readonly credential: string
    }
  | {
      readonly kind: 'scanner'
      readonly scannerKeyId: number
      /** The one event the scanner key works for; null for all events. */
      readonly eventId: number | null
    }

export const anonymous: Caller = { kind: 'anonymous' }

/** Whether the caller holds the capability. A scanner holds none: its routes check for the scanner kind. */
export function can(caller: Caller, capability: Capability): boolean {
  return caller.kind === 'user' && caller.capabilities.has(capability)
}

/**
 * The user's id, or null for callers without an account. For records and logs; for what the caller may see
 * use `ownerIdOf`.
 */
export function userIdOf(caller: Caller): number | null {
  return caller.kind === 'user' ? caller.userId : null
}

/**
 * The account whose belongings this caller may see. Null for anonymous callers and for API keys without a
 * scope for it.
 */
export function ownerIdOf(caller: Caller): number | null {
  return caller.kind === 'user' && caller.seesOwn ? caller.userId : null
}

/** When the caller's credential ends; null for never and for anonymous callers. */
export function credentialEndOf(caller: Caller): Date | null {
  return caller.kind === 'user' ? caller.credentialEndsAt : null
}
