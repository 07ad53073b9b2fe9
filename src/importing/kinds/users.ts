import { isVerifiable } from '../../access/keys/brought-hash.ts'
import type { SourceUser } from '../sources/source-site.ts'
import type { Imported } from './imported.ts'
import { typed, utcOf, words } from './values.ts'

const roles = new Set(['administrator', 'editor', 'author', 'contributor', 'subscriber'])

/** An account without its password: people set a new one. */
export function userOf(user: SourceUser): Imported {
  const losses: string[] = []
  const isKnown = user.role !== undefined && roles.has(user.role)
  if (user.role === undefined)
    losses.push('The source does not say its role; it may only read until somebody gives it one.')
  else if (!isKnown) losses.push(`Its role “${user.role}” has no counterpart; it may only read.`)
  if (user.login.includes(':'))
    losses.push('Its login has a colon, so it signs in with its e-mail address.')
  const passwords = user.passwords
    .filter(({ stored }) => isVerifiable(stored))
    .map(({ name, stored, created }) => ({
      name: typed(name) || 'old site',
      stored,
      created_at: new Date(created * 1000).toISOString(),
    }))
  const strange = user.passwords.length - passwords.length
  if (strange > 0) {
    losses.push(
      `${strange} of its application passwords are stored in a way that cannot be verified here.`,
    )
  }
  return {
    kind: 'user',
    oldId: user.id,
    row: {
      login: words(user.login),
      display_name: typed(user.name) || words(user.login),
      email: words(user.email),
      role: isKnown ? user.role : 'subscriber',
      created_at: (utcOf(user.registeredUtc) ?? new Date(0)).toISOString(),
    },
    parts: {
      passwords,
    },
    losses,
  }
}
