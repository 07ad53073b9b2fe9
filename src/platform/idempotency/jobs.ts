import type { Db } from '../db/database.ts'
import { deleteKeysOlderThan } from './store.ts'

const name = 'idempotency.forget'
const keptHours = 24

/** Deletes idempotency keys after a day (contract.md 10.1). */
export function idempotencyJobs(db: Db) {
  const run = () => deleteKeysOlderThan(db, keptHours)
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds: 3600 }] }
}
