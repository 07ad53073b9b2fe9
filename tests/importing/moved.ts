import path from 'node:path'
import { moveSite, type MoveOptions } from '../../src/importing/moving/move-site.ts'
import type { Report } from '../../src/importing/moving/report.ts'
import { readDump } from '../../src/importing/sources/dump.ts'
import type { SourceSite } from '../../src/importing/sources/source-site.ts'
import type { OpenDatabase } from '../../src/platform/db/database.ts'

export const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name)

export const sampleConfig = { timezone: 'Europe/London', currency: 'GBP' }

type Options = Partial<MoveOptions>

/** Moves a site and closes its source. */
export async function move(
  { db }: Pick<OpenDatabase, 'db'>,
  site: SourceSite,
  options: Options = {},
): Promise<Report> {
  try {
    return await moveSite({ db, config: sampleConfig }, site, {
      dryRun: false,
      renumber: false,
      passwords: 'keep',
      pictures: { from: 'nowhere' },
      onProgress: () => {},
      ...options,
    })
  } finally {
    await site.close()
  }
}

/** Moves the sample's dump. */
export const moveSample = async (database: Pick<OpenDatabase, 'db'>, options: Options = {}) =>
  move(database, await readDump(fixture('sample.sql.gz')), options)
