import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { openMigrated } from './open-migrated.ts'

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
}

async function exportTo(config: Config, file: string | undefined) {
  const { exportData } = await import('./export.ts')
  const database = await openMigrated(config)
  try {
    const to = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 })
    const { rows } = await exportData(database, to)
    console.error(`Exported ${rows} rows.`)
  } finally {
    await database.close()
  }
}

async function importFrom(config: Config, file: string | undefined) {
  const { importData } = await import('./import.ts')
  // Opened first: a file that is not there must not leave a database behind.
  const from = file === undefined ? process.stdin : (await open(file)).createReadStream()
  const database = await openMigrated(config)
  try {
    const { rows } = await importData(database, from)
    console.error(`Imported ${rows} rows.`)
  } finally {
    await database.close()
  }
}
