import type { Db } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { forgetFinished, sweepExpired } from './upkeep.ts'

const sweep = 'inventory.sweep'
const forget = 'inventory.forget'

/** Upkeep of stock. Nothing depends on it: expired holds are free without it, and old rows do no harm. */
export function inventoryJobs(db: Db) {
  const handlers: Record<string, JobHandler> = {
    [sweep]: { run: async () => void (await sweepExpired(db)) },
    [forget]: { run: () => forgetFinished(db) },
  }
  const schedules = [
    { name: sweep, everySeconds: 60 },
    { name: forget, everySeconds: 60 * 60 },
  ]
  return { handlers, schedules }
}
