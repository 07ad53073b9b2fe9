import { expect, test } from 'vitest'
import { createSettingsReader } from '../../../src/access/settings/site-settings.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'
import { watchLog } from '../../support/log-watch.ts'
import { movableClock } from '../../support/movable-clock.ts'
import { testStart } from '../../support/start-app.ts'

test.runIf(onPostgres)(
  'a process that hears of another one before the tables are made reads no settings, and logs nothing (needs a server)',
  async () => {
    const server = await createServerDatabase({ bare: true })
    const database = await openDatabase({
      databaseUrl: server.url,
      listenUrl: server.url,
      dataDir: '',
      poolSize: 2,
      toldTables: ['site_settings'],
    })
    const read = readConfig({})
    if ('problems' in read) throw new Error(read.problems.join())
    const { log, lines } = watchLog()
    const surroundings = { database, config: read.config, clock: movableClock(testStart), log }
    const heard = new Promise<void>(resolve => {
      createSettingsReader(surroundings)
      // Called after the reader was, which listens too.
      database.news.listen(resolve)
    })
    const first = await openDatabase({
      databaseUrl: server.url,
      listenUrl: server.url,
      dataDir: '',
      poolSize: 1,
    })
    await heard
    for (let at = 0; at < 5; at += 1) await database.pool.query('select 1')
    await first.close()
    await database.close()
    await server.drop()
    expect(lines.filter(line => line.includes('settings'))).toEqual([])
  },
)
