import { Command, CommanderError } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { misleadingSettings, misspeltSettings } from '../config/misspelt-settings.ts'
import { type GivenSettings, givenSettings } from '../config/settings-file.ts'
import { AppError } from '../core/errors.ts'
import { nearby } from '../core/nearest.ts'
import { DatabaseUnavailable } from '../platform/db/unavailable.ts'
import { version } from '../platform/version.ts'
import { addAccountCommands } from './account-commands.ts'
import { CommandRefused, DoneWithLosses } from './command-refused.ts'
import { addDataCommands } from './data-commands.ts'
import { fullDisk } from './full-disk.ts'
import { addMailCommands } from './mail-commands.ts'
import { addSiteCommands } from './site-commands.ts'
import { openMigrated, startOpening } from './open-migrated.ts'
import { runUntilStopped } from './until-stopped.ts'
import { addUpkeepCommands } from './upkeep-commands.ts'

/** Exit codes: 0 success, 1 failure, 2 wrong usage (bad setting, unknown command), 3 a site or a list was brought with losses. */
export async function run(args: string[]): Promise<number> {
  // Whatever it writes, the database above all, is for its owner.
  process.umask(0o077)
  const program = createProgram()
  const unknown = unknownCommand(program, args)
  if (unknown === undefined) return finish(program.parseAsync(args, { from: 'user' }))
  console.error(unknown)
  return 2
}

/**
 * All commands. Each loads its own code when it runs: while `serve` loads, its database opens already, and the other
 * commands need less. A new command is named in tests/process/without-database.test.ts, which asks whether it may make a
 * database.
 */
export function createProgram(): Command {
  const program = new Command('marquee')
    .description('Self-hosted events and ticketing. Settings come from the environment.')
    .version(version())
    .exitOverride()
    .showHelpAfterError()
  program
    .command('serve', { isDefault: true })
    .description('start the service (the default)')
    .action(() => serveUntilStopped(settings()))
  program
    .command('migrate')
    .description('migrate the database to this version and stop')
    .action(async () => {
      const database = await openMigrated(settings())
      await database.close()
      console.log('The database is up to date.')
    })
  program
    .command('doctor')
    .description('check settings, database and counters, and report problems')
    .action(async () =>
      (await import('./doctor.ts')).doctor(settings(), misspeltSettings(given().environment)),
    )
  addAccountCommands(program, settings)
  addDataCommands(program, settings)
  addSiteCommands(program, settings)
  addUpkeepCommands(program, settings)
  addMailCommands(program, settings)
  return program
}

/** A misspelt command would be taken for an argument of `serve`, the default. */
function unknownCommand(program: Command, [first = '-']: readonly string[]) {
  const commands = [...program.commands.map(command => command.name()), 'help']
  if (first.startsWith('-') || commands.includes(first)) return undefined
  const meant = nearby(first, commands)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return `${first} is no command${hint}\nThere are: ${commands.join(', ')}.`
}

class BadSettings extends Error {}

function settings(): Config {
  const { environment } = given()
  const read = readConfig(environment)
  const problems = [
    ...('problems' in read ? read.problems : []),
    ...misleadingSettings(environment),
  ]
  if ('config' in read && problems.length === 0) return read.config
  throw new BadSettings(`These settings cannot be used:\n  ${problems.join('\n  ')}`)
}

function given(): GivenSettings {
  const settings = givenSettings(process.env, process.cwd())
  if ('problem' in settings) throw new BadSettings(settings.problem)
  return settings
}

/** What helps where no database is: most often the command was given without the settings of the service. */
function withoutDatabase(message: string): string {
  const { file } = given()
  const from = file === undefined ? 'the environment' : `the environment and ${file}`
  return [
    message,
    `The settings came from ${from}. Give this command those of the service (docs/operate/install.md#commands), or make a database with marquee migrate. Nothing was made.`,
  ].join('\n')
}

function serveUntilStopped(config: Config) {
  return runUntilStopped(async () => {
    // The database opens in its own thread or process while the code loads, so the start takes as long as the slower
    // of the two.
    const [opening, { serve }] = await Promise.all([
      startOpening(config, { listens: true }),
      import('./serve.ts'),
    ])
    return serve(config, opening, misspeltSettings(given().environment))
  })
}

async function finish(work: Promise<unknown>): Promise<number> {
  try {
    await work
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    console.error(sentence(error))
    if (error instanceof DoneWithLosses) return 3
    return error instanceof BadSettings ? 2 : 1
  }
}

const systemSentences: Record<string, string> = {
  ENOENT: 'The file does not exist.',
  EADDRINUSE: 'The port is in use already; set PORT to another one.',
  EACCES: 'Permission was refused; check PORT and the owner of DATA_DIR.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  ENOTFOUND: 'HOST could not be found.',
  EPIPE: 'Whoever read the output stopped before all of it was written.',
  EROFS: 'DATA_DIR is on a read-only file system.',
}

/** An error that the operator can correct is printed as one sentence, and every other error with its trace. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailable && error.reason === 'missing') {
    return withoutDatabase(error.message)
  }
  if (error instanceof DatabaseUnavailable || error instanceof CommandRefused) return error.message
  if (error instanceof BadSettings || error instanceof AppError) return error.message
  const cause = fullDisk(error) ?? systemSentences[(error as NodeJS.ErrnoException).code ?? '']
  return cause ?? `Marquee stopped because of an error: ${error.message}\n${error.stack ?? ''}`
}
