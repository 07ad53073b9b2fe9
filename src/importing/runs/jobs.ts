import type { Db } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { forgetLosses } from './store.ts'

const name = 'imports.forget'
const everySeconds = 6 * 60 * 60

/** How long a report has the records that were lost or changed on the way: they name guests and have their answers. */
export const lossesKeptDays = 90

/** Empties old reports of imports. How many records came and were lost stays in them. */
export function importJobs(db: Db) {
  const run = async () => {
    while ((await forgetLosses(db, lossesKeptDays)) > 0);
  }
  const handlers: Record<string, JobHandler> = { [name]: { run } }
  return { handlers, schedules: [{ name, everySeconds }] }
}
