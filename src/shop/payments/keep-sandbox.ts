import type { Db } from '../../platform/db/database.ts'
import type { SandboxRecord, SandboxStore } from './sandbox-record.ts'
import { insertSandboxPayment, loadSandboxPayment, replaceSandboxPayment } from './store.ts'

/** Sandbox payments in the database, so that they survive restarts and every process sees the same. */
export function sandboxStore(db: Db): SandboxStore {
  return {
    load: async reference => (await loadSandboxPayment(db, reference)) as SandboxRecord | undefined,
    save: (record, replaces) => {
      const { reference, version } = record
      const state = JSON.stringify(record)
      return replaces === 0
        ? insertSandboxPayment(db, reference, state)
        : replaceSandboxPayment(db, { reference, state, version }, replaces)
    },
  }
}
