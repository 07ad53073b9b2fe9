import type { Fact, FactName, FactPayload } from '../../core/facts.ts'
import type { Tx } from '../db/database.ts'
import { afterCommit } from '../db/transaction.ts'
import { insertFacts } from './store.ts'

/**
 * Records a fact in the transaction of the change. Its position is assigned later by a single sequencer, so
 * that writing facts takes no global lock.
 */
export async function record(tx: Tx, name: FactName, payload: FactPayload): Promise<void> {
  await recordAll(tx, [{ name, payload }])
}

/** Records many facts in one statement. */
export async function recordAll(tx: Tx, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return
  await insertFacts(tx, facts)
  afterCommit(tx, wakeFollowers)
}

const followers = new Set<() => void>()

/** Calls `wake` after each commit of a fact by this process; the returned function ends that. */
export function onRecorded(wake: () => void): () => void {
  followers.add(wake)
  return () => followers.delete(wake)
}

function wakeFollowers() {
  for (const wake of followers) wake()
}
