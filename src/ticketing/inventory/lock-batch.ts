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
export async function lockInOrder(tx: Tx, batch: Batch, eventId: number | undefined) {
  for (const rows of lockedBeforePools) await lockRows(tx, batch, rows)
  if (eventId === undefined || takesStockOnce(batch)) return
  const eventIds = [eventId, ...(await otherEvents(tx, batch))]
  await lockPools(tx, { eventIds })
  await lockTicketsOf(tx, eventIds)
}

async function lockRows(tx: Tx, batch: Batch, rows: (typeof lockedBeforePools)[number]) {
  const ids = new Set<number>()
  for (const [{ locks }, group] of batch) {
    const needed = (await locks?.[rows]?.ids(tx, requestsOf(group))) ?? []
    for (const id of needed) ids.add(id)
  }
  if (ids.size === 0) return
  const kind = [...batch.keys()].find(({ locks }) => locks?.[rows])
  await kind?.locks?.[rows]?.lock(tx, [...ids])
}

function takesStockOnce(batch: Batch): boolean {
  const [[kind, group] = []] = batch
  return batch.size === 1 && (!kind?.oneByOne || group?.length === 1)
}

async function otherEvents(tx: Tx, batch: Batch): Promise<number[]> {
  const events: number[] = []
  for (const [kind, group] of batch) {
    events.push(...((await kind.otherEvents?.(tx, requestsOf(group))) ?? []))
  }
  return events
}
