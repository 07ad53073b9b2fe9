import type { Db } from '../../../platform/db/database.ts'
import { gather } from '../../../platform/db/gather.ts'
import { configuredWays } from '../lookup.ts'
import type { SandboxRecord, SandboxStore } from './record.ts'
import {
  insertSandboxPayments,
  loadSandboxPayments,
  replaceSandboxPayments,
  type SandboxSave,
} from './store.ts'

/**
 * Sandbox payments in the database, so that they survive restarts and all processes see the same. Those of
 * simultaneous buyers are read and written together. Without `always` the sandbox ends for all processes at the
 * instant at which one of them records a real account.
 */
export function sandboxStore(db: Db, { always }: { always: boolean }): SandboxStore {
  const load = gather((references: readonly string[]) => loadSandboxPayments(db, references))
  const insert = gather((saves: readonly SandboxSave[]) =>
    written(db, saves, insertSandboxPayments),
  )
  const replace = gather((saves: readonly SandboxSave[]) =>
    written(db, saves, replaceSandboxPayments),
  )
  return {
    load: async reference => (await load(reference)) as SandboxRecord | undefined,
    save: async (record, replaces, { evenEnded } = { evenEnded: false }) => {
      const { reference, version } = record
      const unless_ended = !always && !evenEnded
      const save = { reference, state: record, version, replaces, unless_ended }
      return (await (replaces === 0 ? insert(save) : replace(save))) === true
    },
    hasEnded: async () => !always && (await configuredWays(db)).length > 0,
  }
}

/** Two simultaneous changes of one payment start from the same version, and only the first can be written. */
async function written(db: Db, saves: readonly SandboxSave[], write: typeof insertSandboxPayments) {
  const first = new Map(saves.toReversed().map(save => [save.reference, save]))
  const references = await write(db, [...first.values()])
  return new Map([...first].map(([reference, save]) => [save, references.has(reference)]))
}
