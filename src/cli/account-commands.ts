import type { Command } from 'commander'
import { createApiKey, createApplicationPassword } from '../access/keys/create-key.ts'
import { type Scope, scopes } from '../access/keys/rules.ts'
import { findUserByLogin } from '../access/users/lookup.ts'
import { createUser } from '../access/users/save-user.ts'
import type { Config } from '../config.ts'
import { type Role, roles } from '../core/capabilities.ts'
import { systemRandom } from '../platform/random.ts'
import { openMigrated } from './open-migrated.ts'

/** `marquee user add` and `marquee key create`, for whoever sits at the machine. */
export function addAccountCommands(program: Command, settings: () => Config) {
  program
    .command('user')
    .description('manage accounts')
    .command('add <login> <email>')
    .description('add an account and print an application password for it')
    .option('--role <role>', `one of ${roles.join(', ')}`, 'subscriber')
    .action((login: string, email: string, { role }: { role: string }) =>
      addUser(settings(), { login, email, role }),
    )
  program
    .command('key')
    .description('manage API keys')
    .command('create <login> <name>')
    .description('make an API key for an account and print it')
    .option('--scopes <list>', `of ${scopes.join(', ')}`, 'read')
    .action((login: string, name: string, { scopes: list }: { scopes: string }) =>
      addKey(settings(), { login, name, list }),
    )
}

async function addUser(config: Config, draft: { login: string; email: string; role: string }) {
  const role = roles.find((known): known is Role => known === draft.role)
  if (!role) throw new Error(`There is no role ${draft.role}; there are ${roles.join(', ')}.`)
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

async function addKey(config: Config, draft: { login: string; name: string; list: string }) {
  const wanted = draft.list.split(',').map(item => item.trim())
  const known = wanted.filter((item): item is Scope => scopes.some(scope => scope === item))
  if (known.length !== wanted.length) throw new Error(`Scopes are ${scopes.join(', ')}.`)
  const { db, close } = await openMigrated(config)
  try {
    const user = await findUserByLogin(db, draft.login)
    if (!user) throw new Error(`There is no account ${draft.login}.`)
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
