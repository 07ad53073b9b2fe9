import { open, rename, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { CommandRefused } from './command-refused.ts'
import { demandPlainFile, openToRead, openToWrite } from './named-file.ts'
import { openForReading, openMigrated } from './open-migrated.ts'
import { placeOf } from './place-of.ts'

/** `marquee export` and `marquee import`: all data as one compressed file, from one database into another. */
export function addDataCommands(program: Command, settings: () => Config) {
  program
    .command('export [file]')
    .description('write all data, secrets included, to a file or to standard output')
    .action((file: string | undefined) => exportTo(settings(), file))
  program
    .command('import [file]')
    .description('read an export from a file or standard input into an empty database')
    .action((file: string | undefined) => importFrom(settings(), file))
  program
    .command('backup <file>')
    .description('write all data, secrets included, to a file, while the service runs')
    .action((file: string) => backUp(settings(), file))
  program
    .command('restore <file>')
    .description('read a backup into an empty database and check its books')
    .action((file: string) => restore(settings(), file))
}

/** Says what was read, and from where: a copy of the wrong database is as good as none. */
async function exportTo(config: Config, file: string | undefined) {
  const { exportData } = await import('./export.ts')
  const database = await openForReading(config)
  try {
    await demandAccount(database.db, config)
    const to = file === undefined ? process.stdout : await openToWrite(file)
    const { rows, tables } = await exportData(database, to)
    const counts = counted.map(([name, table]) => `${name} ${tables.get(table) ?? 0}`)
    console.error(`Read: ${placeOf(config)}. ${rows} rows: ${counts.join(', ')}.`)
  } finally {
    await database.close()
  }
}

const counted = [
  ['accounts', 'users'],
  ['events', 'events'],
  ['orders', 'orders'],
  ['attendees', 'attendees'],
] as const

/** Each installation has an administrator from its first start on. */
async function demandAccount(db: Db, config: Config) {
  const { countUsers } = await import('../access/users/lookup.ts')
  if ((await countUsers(db)) > 0) return
  throw new CommandRefused(
    `${placeOf(config)} has no account, so no service has ever run on it. Nothing was written.`,
  )
}

/** Writes the export under another name first, and renames it when all of it is on the disk. */
async function backUp(config: Config, file: string) {
  await demandPlainFile(file)
  const aside = `${file}.part`
  try {
    await exportTo(config, aside)
    const handle = await open(aside, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(aside, file)
  } catch (error) {
    // The first error is the one that the operator hears.
    await rm(aside, { force: true }).catch(() => {})
    throw error
  }
  console.error(`Written to ${file}. It holds every secret of the installation.`)
}

/** Imports a file and then audits the database. */
async function restore(config: Config, file: string) {
  await importFrom(config, file)
  const { reportAudit } = await import('./audit.ts')
  const { db, close } = await openMigrated(config)
  try {
    await reportAudit(db)
  } finally {
    await close()
  }
}

async function importFrom(config: Config, file: string | undefined) {
  const { importData } = await import('./import.ts')
  // The file is opened first, so that a missing file does not create a database.
  const from = file === undefined ? process.stdin : await openToRead(file)
  try {
    const database = await openMigrated(config)
    try {
      const { rows } = await importData(database, from)
      console.error(`Imported ${rows} rows.`)
    } finally {
      await database.close()
    }
  } finally {
    from.destroy()
  }
}
