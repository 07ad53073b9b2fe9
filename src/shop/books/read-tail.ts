import type { Deps } from '../deps.ts'
import { withPayment } from './causes.ts'
import { type Entry, entriesOfOrder } from './entries-of-order.ts'
import { listUnbooked, lookFrom, readRecords } from './lookup.ts'
import { lateMinutes } from './write-books.ts'

/** Orders that are counted though they are not booked yet. Beyond them sums end at an earlier moment. */
const tailMost = 5000
const readAtOnce = 500

/**
 * `orderIds`: orders whose entries in the books do not count, because `entries` has them all as they are now. `isLong`: there
 * are more of them, and everything before `asOf` alone is complete.
 */
export type Tail = {
  readonly asOf: Date
  readonly isLong: boolean
  readonly orderIds: readonly number[]
  readonly entries: readonly Entry[]
}

/** What happened since the writer of the books has looked, as entries that it will write (contract.md 32.3). */
export async function readTail({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Tail> {
  const now = clock.now()
  const after = await lookFrom(db, lateMinutes)
  const unbooked = await listUnbooked(db, { after, limit: tailMost + 1 })
  const tail = unbooked.slice(0, tailMost)
  const isLong = unbooked.length > tail.length
  const asOf = isLong ? (tail.at(-1)?.updated_at ?? now) : now
  const orderIds = tail.map(({ id }) => id)
  const entries: Entry[] = []
  for (let at = 0; at < orderIds.length; at += readAtOnce) {
    const records = await readRecords(db, orderIds.slice(at, at + readAtOnce))
    entries.push(...records.map(withPayment).flatMap(entriesOfOrder))
  }
  return { asOf, isLong, orderIds, entries }
}
