import type { Tx } from '../../platform/db/database.ts'
import { type LaneKind, lockedBeforePools, type Waiting } from './lane-kind.ts'
import { lockPools, lockTicketsOf } from './store.ts'

/** A batch: which requests there are of each kind. */
type Batch = ReadonlyMap<LaneKind<unknown, unknown>, readonly Waiting[]>

export const requestsOf = (group: readonly Waiting[]) => group.map(({ request }) => request)

/**
 * Takes the locks of a whole batch in the one order in which everybody takes them (contract.md 8.8), so that no two
 * transactions can wait for each other. A batch of one kind that takes its stock in one go locks that by itself.
 */
export async function lockInOrder(tx: Tx, batch: Batch) {
  if (locksItself(batch)) return
  let locked: Promise<unknown> = Promise.resolve()
  for (const rows of lockedBeforePools) {
    // Asked behind the locks of the rows before, and hence true once they are had; not waited for in between.
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

/** Of several events a kind may take the stock of one cart after that of another; then they must not be in any order. */
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
