import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { scopes } from '../access/keys/rules.ts'
import { givenPurposes } from '../access/sessions/rules.ts'
import type { Config } from '../config/config.ts'
import { roles } from '../core/capabilities.ts'

const days = ['--expires-in-days <n>', 'let it expire after this many days', wholeDays] as const

/** `marquee user …` and `marquee key create`, for the operator. */
export function addAccountCommands(program: Command, settings: () => Config) {
  const user = program.command('user').description('manage accounts')
  user
    .command('add <login> <email>')
    .description('add an account and print an application password for it')
    .option('--role <role>', `one of ${roles.join(', ')}`, 'subscriber')
    .option(...days)
    .action(async (login: string, email: string, options: { role: string } & Days) => {
      const { withAccounts } = await import('./accounts.ts')
      await withAccounts(settings(), { do: 'user add', login, email, ...options })
    })
  user
    .command('change <login>')
    .description('change an account; omitted options stay')
    .option('--email <address>', 'the e-mail address')
    .option('--display-name <name>', 'the display name')
    .option('--role <role>', `one of ${roles.join(', ')}`)
    .action(
      async (login: string, changes: { email?: string; displayName?: string; role?: string }) => {
        const { withAccounts } = await import('./accounts.ts')
        await withAccounts(settings(), { do: 'user change', login, ...changes })
      },
    )
  user
    .command('password <login>')
    .description('set a new password, made up and printed, and end what else opens the account')
    .option('--stdin', 'read the password from standard input instead')
    .option('--keep-keys', 'keep application passwords and API keys valid')
    .action(
      async (login: string, { stdin, ...options }: { stdin?: boolean; keepKeys?: boolean }) => {
        const { withAccounts } = await import('./accounts.ts')
        const password = stdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
        await withAccounts(settings(), { do: 'user password', login, password, ...options })
      },
    )
  user
    .command('link <login>')
    .description('make a link with which a person chooses a password or signs in, once')
    .option('--for <purpose>', `one of ${givenPurposes.join(', ')}`, 'reset')
    .action(async (login: string, options: { for: string }) => {
      const { withAccounts } = await import('./accounts.ts')
      await withAccounts(settings(), { do: 'user link', login, purpose: options.for })
    })
  user
    .command('reset-factor <login>')
    .description(
      'remove the second factor of somebody who has lost the device and the recovery codes',
    )
    .action(async (login: string) => {
      const { withAccounts } = await import('./accounts.ts')
      await withAccounts(settings(), { do: 'user reset-factor', login })
    })
  addKeyCommand(program, settings)
}

function addKeyCommand(program: Command, settings: () => Config) {
  program
    .command('key')
    .description('manage API keys')
    .command('create <login> <name>')
    .description('make an API key for an account and print it')
    .option('--scopes <list>', `of ${scopes.join(', ')}`, 'read')
    .option(...days)
    .action(async (login: string, name: string, options: { scopes: string } & Days) => {
      const { withAccounts } = await import('./accounts.ts')
      const { scopes: list, ...days } = options
      await withAccounts(settings(), { do: 'key create', login, name, list, ...days })
    })
}

type Days = { expiresInDays?: number }

function wholeDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of days from 1 to 9999.')
}
