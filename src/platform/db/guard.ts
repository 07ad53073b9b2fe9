import { AsyncLocalStorage } from 'node:async_hooks'

/** A transaction that is open further up the call stack; `owner` identifies its database. */
type Mark = { owner: object; open: boolean; outer: Mark | undefined }

let current: AsyncLocalStorage<Mark> | undefined

/**
 * Detects code inside a transaction that uses the outer database handle. For tests and development only: Node must
 * follow every promise for it, which takes a tenth of the processor time of a sale.
 */
export function watchTransactions(): void {
  current ??= new AsyncLocalStorage<Mark>()
}

/** Runs `work` in an open transaction of `owner`'s database, marked so that other use of that database is noticed. */
export async function insideTransaction<T>(owner: object, work: () => Promise<T>): Promise<T> {
  if (!current) return work()
  const mark: Mark = { owner, open: true, outer: current.getStore() }
  try {
    return await current.run(mark, work)
  } finally {
    // Work that was started inside and outlives the transaction may use the outer handle.
    mark.open = false
  }
}

/**
 * Using a second connection inside a transaction would wait for ever on the embedded database, and run outside the
 * transaction on a server. Where transactions are watched, it fails at once on both.
 */
export function refuseInsideTransaction(owner: object): void {
  let mark = current?.getStore()
  while (mark && !(mark.open && mark.owner === owner)) mark = mark.outer
  if (mark) throw new Error('The outer database handle was used inside a transaction; use its tx.')
}
