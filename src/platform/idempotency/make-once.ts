import type { Db, Tx } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import type { Attempt } from './run-once.ts'
import { noteMade } from './store.ts'

type Making<T> = {
  /** The request's idempotency key; undefined when the client sent none. */
  attempt: Attempt | undefined
  /** Reads the record that an interrupted earlier attempt made. */
  find(id: number): Promise<T | undefined>
  make(tx: Tx): Promise<T>
}

/**
 * Makes a record in one transaction, which notes its id under the request's idempotency key. The process may end after
 * the commit and before the answer is stored; the same request again then gets this record, and no second one is made.
 */
export async function makeOnce<T extends { readonly id: number }>(
  db: Db,
  { attempt, find, make }: Making<T>,
): Promise<T> {
  const id = attempt?.made?.['id']
  const before = id === undefined ? undefined : await find(id)
  if (before) return before
  return transaction(db, async tx => {
    const made = await make(tx)
    if (attempt) await noteMade(tx, attempt.row, { id: made.id })
    return made
  })
}
