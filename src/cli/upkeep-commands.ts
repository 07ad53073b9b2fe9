import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { openMigrated } from './open-migrated.ts'
import type { Repricing } from './reprice.ts'

/** What whoever operates the service runs now and then; the embedded database is free for it while the service is stopped. */
export function addUpkeepCommands(program: Command, settings: () => Config) {
  program
    .command('audit')
    .description('derive every counter and every total from the rows, and report differences')
    .action(async () => withDatabase(settings(), (await import('./audit.ts')).reportAudit))
  program
    .command('reconcile')
    .description(
      'compare orders of the last month and refunds with the payment providers, and mend them',
    )
    .action(async () => (await import('./reconcile.ts')).reconcileNow(settings()))
  program
    .command('reprice')
    .description('convert prices, flat coupons and flat fees after SITE_CURRENCY was changed')
    .requiredOption('--from <code>', 'the currency they are in')
    .requiredOption('--to <code>', 'the currency they shall be in')
    .requiredOption('--rate <number>', 'what 1 of the first is of the second')
    .action(async (wanted: Repricing) => {
      const { reprice } = await import('./reprice.ts')
      await withDatabase(settings(), db => reprice(db, wanted))
    })
  program
    .command('seed')
    .description('add demo data to look at')
    .action(async () => (await import('./seed.ts')).seed(settings()))
  const person = program.command('person').description('what is kept of a person')
  person
    .command('export <email>')
    .description('print everything that is kept under this address')
    .action(async (email: string) => {
      const { exportPerson } = await import('./person.ts')
      await withDatabase(settings(), db => print(exportPerson(db, email)))
    })
  person
    .command('erase <email>')
    .description('remove name and address everywhere; the books stay')
    .action(async (email: string) => {
      const { erasePerson } = await import('./person.ts')
      await withDatabase(settings(), db => print(erasePerson(db, email)))
    })
}

async function withDatabase(config: Config, work: (db: Db) => Promise<void>) {
  const { db, close } = await openMigrated(config)
  try {
    await work(db)
  } finally {
    await close()
  }
}

async function print(answer: Promise<unknown>) {
  console.log(JSON.stringify(await answer, null, 1))
}
