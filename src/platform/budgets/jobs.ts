import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { deleteEndedSums } from './store.ts'

const name = 'budgets.forget'
const everySeconds = 15 * 60

/** Deletes expired sums, every quarter of an hour. */
export function budgetJobs({ db, clock }: { db: Db; clock: Clock }) {
  const run = () => deleteEndedSums(db, clock.now())
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}
