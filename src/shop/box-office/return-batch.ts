import { fail } from '../../core/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { noteMade } from '../../platform/idempotency/store.ts'
import type { Deps } from '../deps.ts'
import { returnUnsold } from '../orders/settling/return-unsold.ts'
import { readCodesOfBatch } from './read-codes.ts'
import type { BatchRow } from './store.batches.ts'

type Returning = {
  batch: Pick<BatchRow, 'id' | 'ticket_id'>
  codes: readonly string[]
  attempt: Attempt | undefined
}

/**
 * Takes unsold places of a batch back by their codes: all of them, or none (contract.md 39.9). Fails with `batch-codes-refused`, which
 * names each code that cannot come back, and as `returnUnsold` does. The same request under its key does it once.
 */
export async function returnToBatch(
  deps: Pick<Deps, 'db' | 'random'>,
  { batch, codes, attempt }: Returning,
): Promise<void> {
  if (attempt?.made?.['order_id'] !== undefined) return
  const { attendeeIds, refused } = await readCodesOfBatch(deps, batch.id, codes)
  if (refused.length > 0) {
    const message = `${refused.length} of ${codes.length} codes cannot come back; nothing was done.`
    fail('batch-codes-refused', { message, data: { codes: refused } })
  }
  await transaction(deps.db, async tx => {
    await returnUnsold(tx, { orderId: batch.id, ticketId: batch.ticket_id, attendeeIds })
    if (attempt) await noteMade(tx, attempt.row, { order_id: batch.id })
  })
}
