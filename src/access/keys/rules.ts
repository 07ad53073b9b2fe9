import { createHash } from 'node:crypto'
import type { Capability } from '../../core/capabilities.ts'
import type { ParamProblem } from '../../core/errors.ts'

/** What an API key may be used for: each scope lends some of its owner's capabilities. */
export const scopeCapabilities = {
  read: ['read_private_records'],
  events: [
    'edit_records',
    'edit_published_records',
    'edit_others_records',
    'publish_records',
    'delete_records',
    'delete_published_records',
    'delete_others_records',
    'read_private_records',
    'manage_terms',
    'upload_files',
  ],
  attendees: ['manage_attendees'],
  site: ['manage_site'],
  users: ['manage_users'],
} as const satisfies Record<string, readonly Capability[]>

/** The scopes that open what belongs to the owner: drafts are read with `read`, and changed with `events`. */
const scopesOfOwn: readonly string[] = ['read', 'events'] satisfies Scope[]

/** Whether a key of these scopes sees what belongs to its owner. */
export const seesOwn = (granted: readonly string[]): boolean =>
  granted.some(scope => scopesOfOwn.includes(scope))

export type Scope = keyof typeof scopeCapabilities

export const scopes = Object.keys(scopeCapabilities) as Scope[]

/** The owner's capabilities that the scopes lend; a key never has more than its owner. */
export function narrow(
  held: ReadonlySet<Capability>,
  granted: readonly string[],
): ReadonlySet<Capability> {
  const lent = scopes
    .filter(scope => granted.includes(scope))
    .flatMap((scope): readonly Capability[] => scopeCapabilities[scope])
  return new Set(lent.filter(capability => held.has(capability)))
}

/** Generated secrets have at least 128 random bits, so a plain SHA-256 is enough and takes microseconds. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** People type application passwords in groups; the spaces do not count. */
export const withoutSpaces = (secret: string) => secret.replace(/\s/g, '')

/** Tells an API key from other bearer tokens at a glance. */
export const apiKeyPrefix = 'mqk_'

/** How long a new credential is to last: until a moment, for so many days, or, saying nothing, for good. */
export type Lifetime = { expires_at?: string; expires_in_days?: number }

/**
 * When a credential of this lifetime ends; null is never. One that says nothing ends with the credential that makes it
 * (`latest`).
 */
export function endOf(
  { expires_at, expires_in_days }: Lifetime,
  { now, latest }: { now: Date; latest: Date | null },
): Date | null {
  if (expires_at !== undefined) return new Date(expires_at)
  return expires_in_days === undefined
    ? latest
    : new Date(now.getTime() + expires_in_days * millisecondsPerDay)
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** What is wrong with a lifetime, by parameter. A credential makes none that outlives it (contract.md 4.7). */
export function lifetimeProblems(
  lifetime: Lifetime,
  moment: { now: Date; latest: Date | null },
): Record<string, ParamProblem> {
  const { expires_at, expires_in_days } = lifetime
  if (expires_at !== undefined && expires_in_days !== undefined) {
    return { expires_in_days: { message: 'Send expires_at or expires_in_days, not both.' } }
  }
  const name = expires_at === undefined ? 'expires_in_days' : 'expires_at'
  const end = endOf(lifetime, moment)?.getTime()
  const { now, latest } = moment
  // A leap second is a date-time to the schema and none to us.
  if (end !== undefined && !(end > now.getTime())) {
    return {
      [name]: { message: 'The end must be a moment to come, such as 2030-01-31T12:00:00Z.' },
    }
  }
  if (end === undefined || latest === null || end <= latest.getTime()) return {}
  const message = `The credential that makes it ends at ${latest.toISOString()}; it cannot last longer.`
  return { [name]: { message } }
}

/** Whether a credential that ends at this moment, or never, has ended. */
export const hasEnded = (end: Date | null, now: Date): boolean =>
  end !== null && end.getTime() <= now.getTime()

/** What whoever presents an ended credential is told; who knows the secret may know that. */
export const endedMessage = (what: string, end: Date | null): string =>
  `${what} expired at ${end?.toISOString() ?? ''}; make a new one.`
