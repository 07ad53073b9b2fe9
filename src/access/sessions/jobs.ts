import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { forgetNonces } from '../nonces/single-nonce.ts'
import { deleteExpired } from './store.ts'

const name = 'sign-ins.forget'
const everySeconds = 60 * 60

/**
 * Deletes expired sessions, links and one-time nonces, every hour, in the name of the job: nobody signs anybody else
 * out.
 */
export function signInJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const run = () =>
    transaction(actingOn(db, { kind: 'job', name }), async tx => {
      await deleteExpired(tx, clock.now())
      await forgetNonces(tx, clock.now())
    })
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}
