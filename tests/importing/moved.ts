import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
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

export const sampleText = gunzipSync(readFileSync(fixture('sample.sql.gz'))).toString('utf8')

/** Moves the sample after changes of its text, each of which must be there. */
export async function moveChanged(
  database: Pick<OpenDatabase, 'db'>,
  changes: readonly (readonly [from: string, to: string])[],
  options: Options = {},
): Promise<Report> {
  const text = changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The sample has no ${from}.`)
    return before.replaceAll(from, to)
  }, sampleText)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'changed-sample-'))
  try {
    const file = path.join(folder, 'changed.sql')
    await writeFile(file, text)
    return await move(database, await readDump(file), options)
  } finally {
    await rm(folder, { recursive: true })
  }
}
