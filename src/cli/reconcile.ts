import type { Config } from '../config/config.ts'
import type { Deps } from '../messaging/deps.ts'
import { recheckOrders } from '../shop/orders/reconciling/recheck-orders.ts'
import { reconcile } from '../shop/orders/reconciling/reconcile.ts'
import type { Say } from './control-socket.ts'
import { unlessRunning } from './here-or-running.ts'
import { withService } from './with-service.ts'

/** `marquee reconcile`, in this process or in the service that has the embedded database open. */
export function reconcileHereOrRunning(config: Config, say: Say) {
  return unlessRunning(config, { do: 'reconcile' }, () =>
    withService(config, deps => reconcileNow(deps, say), { logLevel: config.logLevel }),
  )
}

/** Compares orders and refunds with the payment providers, corrects ours, and says what changed. */
export async function reconcileNow(deps: Deps, say: Say) {
  const open = await reconcile(deps)
  const ended = await recheckOrders(deps, { everything: true })
  say(JSON.stringify({ open, ended }, null, 1))
}
