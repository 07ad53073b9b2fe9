import { transaction } from '../../src/platform/db/transaction.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { recordAll } from '../../src/platform/facts/record.ts'

/** Records this many facts in one transaction, about orders with the ids from `first` on. */
export function plantFacts(db: Db, count: number, first = 1): Promise<void> {
  const facts = Array.from({ length: count }, (_, index) => ({
    name: 'order.created' as const,
    payload: { order_id: first + index },
  }))
  return transaction(db, tx => recordAll(tx, facts))
}
