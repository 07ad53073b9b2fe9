import { createApiKey, createApplicationPassword } from '../access/keys/create-key.ts'
import { type Scope, scopes } from '../access/keys/rules.ts'
import { findUserByLogin } from '../access/users/lookup.ts'
import { createUser } from '../access/users/save-user.ts'
import type { Config } from '../config.ts'
import { type Role, roles } from '../core/capabilities.ts'
import { systemRandom } from '../platform/random.ts'
import { openMigrated } from './open-migrated.ts'
import { CommandRefused } from './command-refused.ts'

/** Adds an account and prints an application password for it. */
export async function addUser(
  config: Config,
  draft: { login: string; email: string; role: string },
) {
  const role = roles.find((known): known is Role => known === draft.role)
  if (!role)
    throw new CommandRefused(`There is no role ${draft.role}; there are ${roles.join(', ')}.`)
  const { db, close } = await openMigrated(config)
  try {
    const user = await createUser(db, { login: draft.login, email: draft.email, role })
    const made = await createApplicationPassword(
      { db, random: systemRandom },
      { userId: user.id, name: 'Command line' },
    )
    console.log(`${user.login} (${user.role}) has this application password, shown once:`)
    console.log(`  ${made.secret}`)
  } finally {
    await close()
  }
}

/** Makes an API key for an account and prints it. */
export async function addKey(config: Config, draft: { login: string; name: string; list: string }) {
  const wanted = draft.list.split(',').map(item => item.trim())
  const known = wanted.filter((item): item is Scope => scopes.some(scope => scope === item))
  if (known.length !== wanted.length) throw new CommandRefused(`Scopes are ${scopes.join(', ')}.`)
  const { db, close } = await openMigrated(config)
  try {
    const user = await findUserByLogin(db, draft.login)
    if (!user) throw new CommandRefused(`There is no account ${draft.login}.`)
    const made = await createApiKey(
      { db, random: systemRandom },
      { userId: user.id, name: draft.name, scopes: known },
    )
    console.log('The API key is shown once:')
    console.log(`  ${made.secret}`)
  } finally {
    await close()
  }
}
