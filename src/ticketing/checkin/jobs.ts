import type { Db } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { forgetNonces, forgetRefusals } from './store.ts'

const name = 'checkin.forget'
const everySeconds = 60 * 60

/** After an event a device may have been without a connection for so long, and somebody may ask who was refused. */
const keptDays = 30

/** Forgets what served the door of an event only while it lasted; who came in, and whose entry was undone, stays. */
export function checkinJobs(db: Db) {
  const run = async () => {
    while ((await forgetNonces(db, keptDays)) > 0);
    while ((await forgetRefusals(db, keptDays)) > 0);
  }
  const handlers: Record<string, JobHandler> = { [name]: { run } }
  return { handlers, schedules: [{ name, everySeconds }] }
}
