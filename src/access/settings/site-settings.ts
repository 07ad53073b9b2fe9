import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, OpenDatabase } from '../../platform/db/database.ts'
import type { SiteSettings } from '../../core/site-settings.ts'
import { fixedBy, settingsFrom } from './read-settings.ts'
import { logoSetting } from './rules.ts'
import { loadLogo, loadSettings } from './store.ts'

/** The settings of the site as they are now, for commands. */
export async function readSiteSettings(db: Db, config: Config): Promise<SiteSettings> {
  const saved = await loadSettings(db)
  const digest = fixedBy(config, logoSetting) ? undefined : saved.get(logoSetting)
  return settingsFrom(config, saved, digest === undefined ? undefined : await loadLogo(db, digest))
}

/** How long settings are used without hearing of other processes' writes. */
const unheardMs = 1000

type Surroundings = {
  database: Pick<OpenDatabase, 'db' | 'changes' | 'news'>
  config: Config
  clock: Clock
  log: Logger
}

/**
 * Keeps the settings of the site in memory, and reads them again after each write of any process. Until the first reading the environment alone decides.
 */
export function createSettingsReader({ database, config, clock, log }: Surroundings) {
  const { db, changes, news } = database
  let settings = settingsFrom(config, new Map())
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let isOutdated = false

  const read = async () => {
    do {
      isOutdated = false
      const begun = clock.now().getTime()
      settings = await readSiteSettings(db, config)
      readAt = begun
    } while (isOutdated)
  }
  /** A write that is heard during a reading may have come too late for it, so that it reads once more. */
  const readAgain = (): Promise<void> => {
    isOutdated = true
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  const readInBackground = () => {
    // Before the first reading the tables may not be there yet, while another process makes them; it reads them then.
    if (readAt === Number.NEGATIVE_INFINITY && !reading) return
    readAgain().catch((error: unknown) => {
      log.warn({ err: error }, 'The settings of the site could not be read; the last ones stay.')
    })
  }
  changes.listen(rows => {
    if (rows.has('site_settings')) readInBackground()
  })
  news.listen(readInBackground)

  return {
    siteSettings: () => settings,
    settingsRead: async () => {
      const isHeard = news.heardSince() !== undefined
      if (!isHeard && clock.now().getTime() - readAt >= unheardMs) await readAgain()
      else await reading
    },
    readAgain,
  } satisfies Pick<Deps, 'siteSettings' | 'settingsRead'> & { readAgain: () => Promise<void> }
}
