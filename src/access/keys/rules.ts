import { createHash } from 'node:crypto'
import type { Capability } from '../../core/capabilities.ts'

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
