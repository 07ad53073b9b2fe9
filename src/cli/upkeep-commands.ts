import type { Command } from 'commander'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { auditOrders } from '../shop/orders/audit.ts'
import { recheckOrders } from '../shop/orders/recheck-orders.ts'
import { reconcile } from '../shop/orders/reconcile.ts'
import { auditAttendance } from '../ticketing/attendees/lookup.ts'
import { auditStock } from '../ticketing/inventory/lookup.ts'
import { openMigrated } from './open-migrated.ts'
import { erasePerson, exportPerson } from './person.ts'
import { seed } from './seed.ts'

/** What whoever operates the service runs now and then; the embedded database is free for it while the service is stopped. */
export function addUpkeepCommands(program: Command, settings: () => Config) {
  program
    .command('audit')
    .description('derive every counter and every total from the rows, and report differences')
    .action(() => withDatabase(settings(), reportAudit))
  program
    .command('reconcile')
    .description(
      'compare orders of the last month and refunds with the payment providers, and mend them',
    )
    .action(() => runReconcile(settings()))
  program
    .command('seed')
    .description('add demo data to look at')
    .action(() => seed(settings()))
  const person = program.command('person').description('what is kept of a person')
  person
    .command('export <email>')
    .description('print everything that is kept under this address')
    .action((email: string) => withDatabase(settings(), db => print(exportPerson(db, email))))
  person
    .command('erase <email>')
    .description('remove name and address everywhere; the books stay')
    .action((email: string) => withDatabase(settings(), db => print(erasePerson(db, email))))
}

/** The books are in order, or the command fails with what is not. */
export async function reportAudit(db: Db) {
  const found = {
    stock: await auditStock(db),
    attendance: await auditAttendance(db),
    orders: await auditOrders(db),
  }
  const differences = Object.entries(found).flatMap(([book, rows]) =>
    rows.map(row => `${book}: ${JSON.stringify(row)}`),
  )
  if (differences.length > 0) throw new AuditFailed(differences)
  console.log('Stock, attendance and orders are in order.')
}

/** The books are not in order; the message lists every difference. */
export class AuditFailed extends Error {
  constructor(differences: readonly string[]) {
    super(`The books are not in order:\n  ${differences.join('\n  ')}`)
    this.name = 'AuditFailed'
  }
}

async function runReconcile(config: Config) {
  const database = await openMigrated(config)
  const log = createLog(config.logLevel)
  const app = await createApp({ database, config, log, random: systemRandom, clock: systemClock })
  try {
    const open = await reconcile(app.deps)
    const ended = await recheckOrders(app.deps, { everything: true })
    console.log(JSON.stringify({ open, ended }, null, 1))
  } finally {
    await app.close()
    await database.close()
  }
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
