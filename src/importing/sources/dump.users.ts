import type { DumpRow } from './dump-row.ts'
import { phpMap, phpText, readPhp } from './php-value.ts'
import type { SourcePassword, SourceUser } from './source-site.ts'

export type UserRows = { users: DumpRow[]; meta: DumpRow[] }

/** The accounts of a dump with their roles and application passwords. */
export function readUsers({ users, meta }: UserRows, prefix: string): SourceUser[] {
  const of = (id: string | undefined, key: string) =>
    meta.find(row => row['user_id'] === id && row['meta_key'] === key)?.['meta_value'] ?? ''
  return users.map(row => ({
    id: Number(row['id']),
    login: row['user_login'] ?? '',
    email: row['user_email'] ?? '',
    name: row['display_name'] ?? '',
    role: roleOf(of(row['id'], `${prefix}capabilities`)),
    registeredUtc: row['user_registered'] ?? '',
    passwords: passwordsOf(of(row['id'], '_application_passwords')),
  }))
}

/** The highest of the roles that an account has. */
function roleOf(capabilities: string): string {
  const held = [...phpMap(readPhp(capabilities))].filter(([, has]) => has === true || has === 1)
  const names = new Set(held.map(([name]) => name))
  return roles.find(role => names.has(role)) ?? [...names][0] ?? ''
}

const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber']

function passwordsOf(serialised: string): SourcePassword[] {
  return [...phpMap(readPhp(serialised)).values()].map(value => {
    const password = phpMap(value)
    const used = password.get('last_used')
    return {
      uuid: phpText(password.get('uuid')),
      name: phpText(password.get('name')),
      stored: phpText(password.get('password')),
      created: Number(phpText(password.get('created'))) || 0,
      lastUsed: typeof used === 'number' ? used : null,
    }
  })
}
