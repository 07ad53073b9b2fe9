import type { Command } from 'commander'
import { scopes } from '../access/keys/rules.ts'
import type { Config } from '../config.ts'
import { roles } from '../core/capabilities.ts'

/** `marquee user add` and `marquee key create`, for whoever sits at the machine. */
export function addAccountCommands(program: Command, settings: () => Config) {
  program
    .command('user')
    .description('manage accounts')
    .command('add <login> <email>')
    .description('add an account and print an application password for it')
    .option('--role <role>', `one of ${roles.join(', ')}`, 'subscriber')
    .action(async (login: string, email: string, { role }: { role: string }) => {
      const { addUser } = await import('./accounts.ts')
      await addUser(settings(), { login, email, role })
    })
  program
    .command('key')
    .description('manage API keys')
    .command('create <login> <name>')
    .description('make an API key for an account and print it')
    .option('--scopes <list>', `of ${scopes.join(', ')}`, 'read')
    .action(async (login: string, name: string, { scopes: list }: { scopes: string }) => {
      const { addKey } = await import('./accounts.ts')
      await addKey(settings(), { login, name, list })
    })
}
