import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { CommandRefused } from './command-refused.ts'
import type { CurrencyChange } from './control-socket.ts'
import { hereOrRunning } from './here-or-running.ts'
import { openForReading } from './open-migrated.ts'

/** Maintenance commands. They work while the service runs, with the embedded database too. */
export function addUpkeepCommands(program: Command, settings: () => Config) {
  program
    .command('audit')
    .description('recount every counter and total from the rows, and report differences')
    .option('--providers', 'also ask the payment providers what they took and gave back')
    .option(
      '--days <number>',
      'with --providers: payments of orders that changed in these days',
      '31',
    )
    .action(async ({ providers, days }: { providers?: true; days: string }) => {
      const { auditProvidersHereOrRunning, reportAudit } = await import('./audit.ts')
      await reading(settings(), reportAudit)
      if (providers) await auditProvidersHereOrRunning(settings(), days, say)
    })
  program
    .command('reconcile')
    .description(
      'compare orders of the last month and refunds with the payment providers, and correct them',
    )
    .action(async () => (await import('./reconcile.ts')).reconcileHereOrRunning(settings(), say))
  program
    .command('reprice')
    .description('convert prices, flat coupons and flat fees after SITE_CURRENCY was changed')
    .requiredOption('--from <code>', 'the present currency')
    .requiredOption('--to <code>', 'the new currency')
    .requiredOption('--rate <number>', 'the value of 1 unit of the first currency in the second')
    .action(async (change: CurrencyChange) => {
      const { reprice } = await import('./reprice.ts')
      await hereOrRunning(settings(), { do: 'reprice', change }, db => reprice(db, change, say))
    })
  program
    .command('seed')
    .description('add a season of a venue to look at, with orders')
    .option('--orders <number>', 'about how many orders', '300')
    .action(async (options: { orders: string }) => {
      if (!/^\d{1,5}$/.test(options.orders)) throw new CommandRefused('--orders must be a number.')
      await (await import('./seed.ts')).seed(settings(), { orders: Number(options.orders) })
    })
  addJobCommands(program, settings)
  const person = program.command('person').description('the personal data of one person')
  person
    .command('export <email>')
    .description('print everything stored about this email address')
    .action(async (email: string) => {
      const { exportPerson } = await import('./person.ts')
      await reading(settings(), db => print(exportPerson(db, email)))
    })
  person
    .command('erase <email>')
    .description('erase name and address everywhere; orders and amounts stay')
    .action(async (email: string) => {
      const { erasePerson } = await import('./person.ts')
      const request = { do: 'erase-person', email } as const
      await hereOrRunning(settings(), request, db => print(erasePerson(db, email)))
    })
}

function addJobCommands(program: Command, settings: () => Config) {
  const jobs = program.command('jobs').description('background jobs')
  jobs
    .command('list')
    .description('what waits, and what has failed for good')
    .action(async () => {
      const { listJobs } = await import('./jobs.ts')
      await hereOrRunning(settings(), { do: 'list-jobs' }, db => listJobs(db, say))
    })
  jobs
    .command('retry [ids...]')
    .description('run jobs again that had failed for good: these, or all')
    .action(async (words: string[]) => {
      const { listedIds, retryJobs } = await import('./jobs.ts')
      const ids = listedIds(words, 'a job')
      await hereOrRunning(settings(), { do: 'retry-jobs', ids }, db => retryJobs(db, ids, say))
    })
}

async function reading(config: Config, work: (db: Db) => Promise<void>) {
  const { db, close } = await openForReading(config)
  try {
    await work(db)
  } finally {
    await close()
  }
}

const say = (line: string) => console.log(line)

async function print(answer: Promise<unknown>) {
  console.log(JSON.stringify(await answer, null, 1))
}
