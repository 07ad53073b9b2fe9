import type { Db } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { forgetCarts } from './forget-carts.ts'
import { deleteOldFreePlaces } from './store.free-places.ts'

const name = 'carts.forget'
const everySeconds = 60 * 60

/** Deletes abandoned carts, every hour. */
export function cartJobs(db: Db) {
  const run = async () => {
    await forgetCarts(db)
    await deleteOldFreePlaces(db)
  }
  const handlers: Record<string, JobHandler> = { [name]: { run } }
  return { handlers, schedules: [{ name, everySeconds }] }
}
