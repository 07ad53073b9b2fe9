import type { Tx } from '../../platform/db/database.ts'
import { lockedBeforePools, type QueuedRequest } from './lane-kind.ts'
import { lockPools, lockTicketsOf } from './store.ts'

/** The requests of one transaction, all of one kind. */
export type Batch = readonly [QueuedRequest, ...QueuedRequest[]]

export const requestsOf = (batch: Batch) => batch.map(({ request }) => request)

/**
 * Takes the locks of a batch before its work. A batch that takes its stock in one step locks that there, and a kind
 * that locks by itself is left to do so.
 */
export async function lockBefore(tx: Tx, batch: Batch) {
  const [{ kind }] = batch
  const isOnce = takesStockOnce(batch, eventsOf(batch))
  if (kind.locksItself === 'always' || (kind.locksItself === 'once' && isOnce)) return
  await lockRecords(tx, batch)
  if (!isOnce) await lockStockOf(tx, batch)
}

/** Takes all locks of a batch in the one global order (contract.md 8.8), so that no two transactions wait for each other. */
export async function lockAll(tx: Tx, batch: Batch) {
  await lockRecords(tx, batch)
  await lockStockOf(tx, batch)
}

async function lockRecords(tx: Tx, batch: Batch) {
  const [{ kind }] = batch
  let locked: Promise<unknown> = Promise.resolve()
  for (const rows of lockedBeforePools) {
    const need = kind.locks?.[rows]
    // Runs in the same round trip as the locks before it, so it reads the rows as locked.
    const [, ids = []] = await Promise.all([locked, need?.ids(tx, requestsOf(batch))])
    locked = need && ids.length > 0 ? need.lock(tx, [...new Set(ids)]) : Promise.resolve()
  }
  await locked
}

async function lockStockOf(tx: Tx, batch: Batch) {
  const [{ kind }] = batch
  const others = (await kind.otherEvents?.(tx, requestsOf(batch))) ?? []
  const eventIds = [...eventsOf(batch), ...others]
  await Promise.all([lockPools(tx, { eventIds }), lockTicketsOf(tx, eventIds)])
}

const eventsOf = (batch: Batch) => [...new Set(batch.flatMap(({ eventIds }) => eventIds))]

/** Over several events the stock of one cart may be taken after another's, so all of it is locked beforehand, by id. */
const takesStockOnce = ([{ kind }, ...others]: Batch, eventIds: readonly number[]): boolean =>
  others.length === 0 || (!kind.oneByOne && eventIds.length === 1)
