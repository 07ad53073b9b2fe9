import type { Db } from '../../../platform/db/database.ts'
import { configuredWays } from '../lookup.ts'
import type { SandboxRecord, SandboxStore } from './record.ts'
import { insertSandboxPayment, loadSandboxPayment, replaceSandboxPayment } from './store.ts'

/**
 * Sandbox payments in the database, so that they survive restarts and every process sees the same. Without `always` it
 * ends for all processes at the instant at which one of them remembers a real account.
 */
export function sandboxStore(db: Db, { always }: { always: boolean }): SandboxStore {
  return {
    load: async reference => (await loadSandboxPayment(db, reference)) as SandboxRecord | undefined,
    save: (record, replaces, { evenEnded } = { evenEnded: false }) => {
      const { reference, version } = record
      const row = { reference, state: JSON.stringify(record), version }
      const unlessEnded = !always && !evenEnded
      return replaces === 0
        ? insertSandboxPayment(db, row, { unlessEnded })
        : replaceSandboxPayment(db, row, { replaces, unlessEnded })
    },
    hasEnded: async () => !always && (await configuredWays(db)).length > 0,
  }
}
