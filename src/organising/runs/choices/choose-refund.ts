import type { Db } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { RefundChoice } from './rules.ts'
import { keepChoice } from './store.ts'

export type Choosing = { orderId: number; runId: number; n: number; choice: RefundChoice }

/**
 * Keeps what the buyer of an order chose; the run carries it out within seconds. Returns false where the time is over, where it is
 * being carried out, or where this was not offered.
 */
export function chooseRefund(
  { db, clock }: { db: Db; clock: Clock },
  { choice, ...item }: Choosing,
): Promise<boolean> {
  return transaction(db, tx => keepChoice(tx, item, { choice, now: clock.now() }))
}
