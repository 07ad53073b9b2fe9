import { AsyncLocalStorage } from 'node:async_hooks'

/** A transaction further up the calls. `owner` tells which database it belongs to. */
type Mark = { owner: object; open: boolean; outer: Mark | undefined }

let current: AsyncLocalStorage<Mark> | undefined

/**
 * Has this process notice when code inside a transaction uses the outer handle of the database. For tests and
 * development: to know what is inside, Node must follow every promise, which takes a tenth of the processor time of a sale.
 */
export function watchTransactions(): void {
  current ??= new AsyncLocalStorage<Mark>()
}

/** Runs what is inside a transaction on `owner`'s database. */
export async function insideTransaction<T>(owner: object, work: () => Promise<T>): Promise<T> {
  if (!current) return work()
  const mark: Mark = { owner, open: true, outer: current.getStore() }
  try {
    return await current.run(mark, work)
  } finally {
    // What was started inside and outlives the transaction is free to use the database.
    mark.open = false
  }
}

/**
 * Asking for a second connection inside a transaction would wait for ever on the embedded database and run outside the
 * transaction on a server. Where transactions are watched it fails at once on both.
 */
export function refuseInsideTransaction(owner: object): void {
  let mark = current?.getStore()
  while (mark && !(mark.open && mark.owner === owner)) mark = mark.outer
  if (mark) throw new Error('The outer database handle was used inside a transaction; use its tx.')
}
