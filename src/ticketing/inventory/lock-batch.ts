import type { Tx } from '../../platform/db/database.ts'
import { type LaneKind, lockedBeforePools, type QueuedRequest } from './lane-kind.ts'
import { lockPools, lockTicketsOf } from './store.ts'

/** A batch: its requests, by kind. */
type Batch = ReadonlyMap<LaneKind<unknown, unknown>, readonly QueuedRequest[]>

export const requestsOf = (group: readonly QueuedRequest[]) => group.map(({ request }) => request)

/**
 * Takes all locks of a batch in the one global order (contract.md 8.8), so that no two transactions wait for
 * each other. A batch of one kind that takes its stock in one step locks it there.
 */
export async function lockInOrder(tx: Tx, batch: Batch) {
  if (locksItself(batch)) return
  let locked: Promise<unknown> = Promise.resolve()
  for (const rows of lockedBeforePools) {
    // Runs in the same round trip as the locks before it, so it reads the rows as locked.
    const [, ids] = await Promise.all([locked, idsToLock(tx, batch, rows)])
    locked = ids.length === 0 ? Promise.resolve() : lockRows(tx, batch, { rows, ids })
  }
  await locked
  const named = [...new Set([...batch.values()].flat().flatMap(({ eventIds }) => eventIds))]
  if (takesStockOnce(batch, named)) return
  const eventIds = [...named, ...(await otherEvents(tx, batch))]
  await Promise.all([lockPools(tx, { eventIds }), lockTicketsOf(tx, eventIds)])
}

type Rows = (typeof lockedBeforePools)[number]

async function idsToLock(tx: Tx, batch: Batch, rows: Rows): Promise<number[]> {
  const needed = await Promise.all(
    [...batch].map(async ([{ locks }, group]) => locks?.[rows]?.ids(tx, requestsOf(group)) ?? []),
  )
  return [...new Set(needed.flat())]
}

async function lockRows(tx: Tx, batch: Batch, { rows, ids }: { rows: Rows; ids: number[] }) {
  const kind = [...batch.keys()].find(({ locks }) => locks?.[rows])
  await kind?.locks?.[rows]?.lock(tx, ids)
}

function locksItself(batch: Batch): boolean {
  const [[kind, group] = []] = batch
  return batch.size === 1 && group?.length === 1 && kind?.locksItself === true
}

/**
 * A kind that works over several events may take the stock of one cart after another's, so all stock is
 * locked beforehand, by id.
 */
function takesStockOnce(batch: Batch, eventIds: readonly number[]): boolean {
  const [[kind, group] = []] = batch
  const inOneGo = !kind?.oneByOne && eventIds.length === 1
  return batch.size === 1 && (inOneGo || group?.length === 1)
}

async function otherEvents(tx: Tx, batch: Batch): Promise<number[]> {
  const events = await Promise.all(
    [...batch].map(async ([kind, group]) => kind.otherEvents?.(tx, requestsOf(group)) ?? []),
  )
  return events.flat()
}
