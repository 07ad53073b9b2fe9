import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Pace } from '../../platform/pace/pace.ts'
import { listUnbooked, lookFrom, readRecords } from './lookup.ts'
import { entriesOfOrder } from './entries-of-order.ts'
import { insertEntries, insertPayments, moveOn } from './store.ts'

/** Orders of one transaction. Each has about five entries. */
const atOnce = 100

/** No transaction lasts that long between the change of an order and its commit. */
export const lateMinutes = 10

/**
 * Books every change of an order that is not in the books yet, from the rows as they are (contract.md 32.1). Runs
 * beside itself without harm: an entry is written once. Returns how many orders it booked.
 */
export async function writeBooks(db: Db, pace: Pick<Pace, 'turn' | 'isClosed'>): Promise<number> {
  let booked = 0
  for (let after = await lookFrom(db, lateMinutes); !pace.isClosed(); ) {
    const due = await pace.turn(() => bookTurn(db, after))
    if (due.last === undefined) break
    booked += due.count
    after = due.last
  }
  return booked
}

/**
 * Books the next orders, at most `most`, whose last change is later than this moment, as exact text; `last` is that of the
 * last one.
 */
export function bookTurn(db: Db, after: string, most = atOnce) {
  return transaction(db, async tx => {
    const due = await listUnbooked(tx, { after, limit: most })
    const last = due.at(-1)?.exactly
    if (last === undefined) return { count: 0, last }
    const ids = due.map(({ id }) => id)
    const records = await readRecords(tx, ids)
    const unpaid = records.filter(order => order.paid_minor > 0 && order.payments.length === 0)
    if (unpaid.length > 0) await insertPayments(tx, unpaid)
    const read = unpaid.length > 0 ? await readRecords(tx, ids) : records
    // Paid between the two readings: its change comes in the next turn.
    const whole = read.filter(order => order.paid_minor === 0 || order.payments.length > 0)
    await insertEntries(tx, whole.flatMap(entriesOfOrder), whole)
    await moveOn(tx, last)
    return { count: whole.length, last }
  })
}
