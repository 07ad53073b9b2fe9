import { createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { recheckOrders } from '../shop/orders/reconciling/recheck-orders.ts'
import { reconcile } from '../shop/orders/reconciling/reconcile.ts'
import { openMigrated } from './open-migrated.ts'

/**
 * `marquee reconcile`: compares orders and refunds with the payment providers, corrects ours, and prints the changes.
 */
export async function reconcileNow(config: Config) {
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
