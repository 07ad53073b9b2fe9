import type { Deps } from '../deps.ts'
import { emptyOldOrders } from './empty-orders.ts'

const name = 'retention.empty'
const everySeconds = 3600

/** Empties orders whose time is over, every hour, where the site has a retention. */
export function retentionJobs(deps: Pick<Deps, 'db' | 'clock' | 'siteSettings' | 'pace'>) {
  const handlers = { [name]: { run: async () => void (await emptyOldOrders(deps)) } }
  return { handlers, schedules: [{ name, everySeconds }] }
}
