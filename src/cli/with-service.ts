import { createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../messaging/deps.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { openPresent } from './open-migrated.ts'

/**
 * Runs work with a service that does not listen on a port, and closes it afterwards. `open` opens its database:
 * `openCopyOrPresent` while another service has the embedded one open.
 */
export async function withService(
  config: Config,
  work: (deps: Deps) => Promise<void>,
  { open = openPresent, logLevel = 'error' } = {},
) {
  const database = await open(config)
  const log = createLog(logLevel)
  const app = await createApp({ database, config, log, random: systemRandom, clock: systemClock })
  try {
    await work(app.deps)
  } finally {
    await app.close()
    await database.close()
  }
}
