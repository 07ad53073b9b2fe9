import { createHash } from 'node:crypto'
import type { Capability } from '../../core/capabilities.ts'
import type { ParamProblem } from '../../core/errors.ts'

/** The scopes of an API key; each allows some of its owner's capabilities. */
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

/** The scopes that open the owner's own records: `read` reads drafts, `events` changes them. */
const scopesOfOwn: readonly string[] = ['read', 'events'] satisfies Scope[]

/** Whether an API key with these scopes sees its owner's records. */
export const seesOwn = (granted: readonly string[]): boolean =>
  granted.some(scope => scopesOfOwn.includes(scope))

export type Scope = keyof typeof scopeCapabilities

export const scopes = Object.keys(scopeCapabilities) as Scope[]

/** The owner's capabilities that the scopes allow; a key never has more than its owner. */
export function narrow(
  held: ReadonlySet<Capability>,
  granted: readonly string[],
): ReadonlySet<Capability> {
  const lent = scopes
    .filter(scope => granted.includes(scope))
    .flatMap((scope): readonly Capability[] => scopeCapabilities[scope])
  return new Set(lent.filter(capability => held.has(capability)))
}

/** Generated secrets have at least 128 random bits, so a plain SHA-256 protects them and takes microseconds. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** People type application passwords in groups; blanks are ignored. */
export const withoutSpaces = (secret: string) => secret.replace(/\s/g, '')

/** The prefix that marks an API key among bearer tokens. */
export const apiKeyPrefix = 'mqk_'

/** The requested lifetime of a credential: until a moment, for a number of days, or unlimited when both are absent. */
export type Lifetime = { expires_at?: string; expires_in_days?: number }

/**
 * When a credential of this lifetime ends; null for never. An unlimited one ends with the credential that
 * makes it (`latest`).
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

/** What is wrong with a lifetime, by parameter. A credential cannot make one that outlives it (contract.md 4.7). */
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
  // JSON Schema accepts a leap second as a date-time; `Date` does not.
  if (end !== undefined && !(end > now.getTime())) {
    return {
      [name]: { message: 'It must be in the future, such as 2030-01-31T12:00:00Z.' },
    }
  }
  if (end === undefined || latest === null || end <= latest.getTime()) return {}
  const message = `It cannot outlive the credential of this request, which expires at ${latest.toISOString()}.`
  return { [name]: { message } }
}

/** Whether a credential with this end (null is never) has ended. */
export const hasEnded = (end: Date | null, now: Date): boolean =>
  end !== null && end.getTime() <= now.getTime()

/** The message for a client whose credential has ended. It reveals nothing: the client knows the secret. */
export const endedMessage = (what: string, end: Date | null): string =>
  `${what} expired at ${end?.toISOString() ?? ''}; make a new one.`
