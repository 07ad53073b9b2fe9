import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { deleteEndedNonces } from './store.ts'

const name = 'nonces.forget'
const everySeconds = 60 * 60

/** Deletes one-time nonces that have ended, every hour. */
export function nonceJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = () =>
    transaction(actingOn(db, { kind: 'job', name }), tx => deleteEndedNonces(tx, clock.now()))
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}
