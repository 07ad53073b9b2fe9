import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { deleteExpired } from './store.ts'

const name = 'sign-ins.forget'
const everySeconds = 60 * 60

/** Deletes expired sessions and links, every hour, in the name of the job: nobody signs anybody else out. */
export function signInJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = () =>
    transaction(actingOn(db, { kind: 'job', name }), tx => deleteExpired(tx, clock.now()))
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}
