import { AsyncLocalStorage } from 'node:async_hooks'

/** A transaction further up the calls. `owner` tells which database it belongs to. */
type Mark = {
  owner: object
  open: boolean
  outer: Mark | undefined
  afterCommit: (() => void)[]
}

const current = new AsyncLocalStorage<Mark>()

/**
 * Runs a transaction on `owner`'s database: `run` marks the calls inside it. Callbacks follow once it has committed.
 */
export async function markTransaction<T>(
  owner: object,
  transaction: (run: (work: () => Promise<T>) => Promise<T>) => Promise<T>,
): Promise<T> {
  const mark: Mark = { owner, open: true, outer: current.getStore(), afterCommit: [] }
  try {
    const result = await transaction(work => current.run(mark, work))
    mark.open = false
    for (const callback of mark.afterCommit) callback()
    return result
  } finally {
    // What was started inside and outlives the transaction is free to use the database.
    mark.open = false
  }
}

/** Calls back once the transaction that is open here has committed; never when it rolls back; at once without one. */
export function afterCommit(owner: object, callback: () => void): void {
  const mark = openOn(owner)
  if (mark) mark.afterCommit.push(callback)
  else callback()
}

/**
 * Asking for a second connection inside a transaction would wait for ever on the embedded database and run outside the
 * transaction on a server, so it fails at once on both.
 */
export function refuseInsideTransaction(owner: object): void {
  if (!openOn(owner)) return
  throw new Error('The outer database handle was used inside a transaction; use its tx.')
}

function openOn(owner: object): Mark | undefined {
  let mark = current.getStore()
  while (mark && !(mark.open && mark.owner === owner)) mark = mark.outer
  return mark
}
