import type { Db } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { forgetNonces, forgetRefusals } from './store.ts'

const name = 'checkin.forget'
const everySeconds = 60 * 60

/** How long after an event an offline device may still send its scans, and staff may ask who was refused. */
const keptDays = 30

/** Deletes the door's data that only matter during an event. Check-ins and undone check-ins are kept. */
export function checkinJobs(db: Db) {
  const run = async () => {
    while ((await forgetNonces(db, keptDays)) > 0);
    while ((await forgetRefusals(db, keptDays)) > 0);
  }
  const handlers: Record<string, JobHandler> = { [name]: { run } }
  return { handlers, schedules: [{ name, everySeconds }] }
}
