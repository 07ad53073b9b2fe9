import type { Deps } from '../../deps.ts'
import { recheckOrders } from './recheck-orders.ts'
import { reconcile } from './reconcile.ts'

const everyMinute = 'orders.reconcile'
const everyFiveMinutes = 'orders.recheck'

/**
 * Checks every minute for payments whose message was lost and for interrupted refunds. Every five minutes, compares
 * ended orders that are due with their providers.
 */
export function orderJobs(deps: Pick<Deps, 'db' | 'gateways' | 'lanes' | 'log'>) {
  const handlers = {
    [everyMinute]: { run: async () => void (await reconcile(deps)) },
    [everyFiveMinutes]: { run: async () => void (await recheckOrders(deps)) },
  }
  const schedules = [
    { name: everyMinute, everySeconds: 60 },
    { name: everyFiveMinutes, everySeconds: 300 },
  ]
  return { handlers, schedules }
}
