import type { Tx } from '../../platform/db/database.ts'
import { attachedTerms, replaceAttached } from './store.ts'

/** Gives a draft that has no terms those of another event. Drafts do not count for their terms. */
export async function copyTerms(tx: Tx, from: number, to: number): Promise<void> {
  const terms = await attachedTerms(tx, from)
  await replaceAttached(tx, to, { beforeIds: [], afterIds: terms.map(({ id }) => id) })
}
