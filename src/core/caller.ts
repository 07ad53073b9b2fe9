import type { Capability, Role } from './capabilities.ts'
import { type GrantedRights, includes, isRight, type RefundLimit, type Right } from './rights.ts'

/** The sender of a request, as far as the credential proves it. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly role: Role
      /** The capabilities of role and personal grants, narrowed by the scopes of an API key. */
      readonly capabilities: ReadonlySet<Capability>
      /** What grants lend beyond the role, for the site or for single events (contract.md 28.1). */
      readonly held: readonly GrantedRights[]
      /** Whether the credential opens the account's own belongings: always for a person, by scope for an API key. */
      readonly seesOwn: boolean
      /** When the credential ends; null for never. */
      readonly credentialEndsAt: Date | null
      /**
       * The credential in use, e.g. `password:12`. Nonces and idempotency keys are bound to the user; the log
       * names the credential.
       */
      readonly credential: string
      /**
       * Set for a browser whose person has no second factor where the site demands one: it reads, and writes only to set
       * one up (contract.md 33.4).
       */
      readonly lacksFactor?: true
    }
  | {
      readonly kind: 'scanner'
      readonly scannerKeyId: number
      /** The one event the scanner key works for; null for all events. */
      readonly eventId: number | null
    }
  | {
      /** A phone that was paired for the doors of some events (contract.md 34.2). */
      readonly kind: 'device'
      readonly deviceId: number
      readonly eventIds: readonly number[]
    }

export const anonymous: Caller = { kind: 'anonymous' }

/**
 * Whether the caller holds the capability: at the event, or without `event` everywhere. Inherited capabilities
 * are held everywhere. A scanner holds none: its routes check for the scanner kind.
 */
export function can(caller: Caller, capability: Capability | Right, event?: number): boolean {
  if (caller.kind !== 'user') return false
  if (!isRight(capability)) return caller.capabilities.has(capability)
  if (includes(caller.capabilities, capability)) return true
  return caller.held.some(held => coversEvent(held, event) && held.rights.has(capability))
}

const coversEvent = ({ eventId }: GrantedRights, event: number | undefined) =>
  eventId === null || eventId === event

/** Whether the caller holds the right at every one of these events; for none, everywhere. */
export const holdsAtAll = (caller: Caller, right: Right, events: readonly number[]): boolean =>
  can(caller, right) || (events.length > 0 && events.every(event => can(caller, right, event)))

/** Where a caller holds a right: everywhere, or at these events. */
export type Reach = 'all' | readonly number[]

export function reachOf(caller: Caller, right: Right): Reach {
  if (caller.kind !== 'user') return []
  if (can(caller, right)) return 'all'
  const events = caller.held.flatMap(({ eventId, rights }) =>
    eventId !== null && rights.has(right) ? [eventId] : [],
  )
  return [...new Set(events)]
}

/** Whether the caller holds the right at some event at least. */
export function canSomewhere(caller: Caller, right: Right): boolean {
  const reach = reachOf(caller, right)
  return reach === 'all' || reach.length > 0
}

export const isInReach = (reach: Reach, event: number | null): boolean =>
  reach === 'all' || (event !== null && reach.includes(event))

/**
 * What the caller may give back of one order with places of these events; null without a limit, undefined where the
 * caller may not refund at all. A person with several grants for an event has the largest of their limits; of
 * several events the least counts. A limit in another currency allows nothing.
 */
export function refundLimitOf(
  caller: Caller,
  events: readonly number[],
  currency: string,
): number | null | undefined {
  if (caller.kind !== 'user') return undefined
  if (includes(caller.capabilities, 'orders.refund')) return null
  const places = events.length === 0 ? [undefined] : events
  const limits = places.map(event => limitAt(caller.held, event, currency))
  if (limits.includes(undefined)) return undefined
  const numbers = limits.filter(limit => typeof limit === 'number')
  return numbers.length === 0 ? null : Math.min(...numbers)
}

function limitAt(held: readonly GrantedRights[], event: number | undefined, currency: string) {
  const here = held.filter(one => coversEvent(one, event) && one.rights.has('orders.refund'))
  if (here.length === 0) return undefined
  const limits = here.map(({ refundLimit }) => refundLimit)
  return limits.includes(null) ? null : Math.max(...limits.map(limit => worthIn(currency, limit)))
}

const worthIn = (currency: string, limit: RefundLimit | null) =>
  limit?.currency === currency ? limit.minor : 0

/**
 * Whether the person must give the password again before what matters: for browsers, ten minutes after signing in
 * or confirming (contract.md 21.4). Credentials in headers never.
 */
export const isStale = (caller: Caller): boolean =>
  caller.kind === 'user' &&
  caller.credential.startsWith('session:') &&
  caller.credentialEndsAt !== null

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
