import type { Fact, FactName, FactPayload } from '../../core/facts.ts'
import type { Tx } from '../db/database.ts'
import { insertFacts } from './store.ts'

/**
 * Writes down what happened, in the transaction in which it happens. Facts get their position later, from one
 * sequencer, so that writing them takes no global lock.
 */
export async function record(tx: Tx, name: FactName, payload: FactPayload): Promise<void> {
  await insertFacts(tx, [{ name, payload }])
}

/** The same for many facts, in one statement. */
export async function recordAll(tx: Tx, facts: readonly Fact[]): Promise<void> {
  if (facts.length > 0) await insertFacts(tx, facts)
}
