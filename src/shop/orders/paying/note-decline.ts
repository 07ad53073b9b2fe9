import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { note } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { isOpen } from '../record/rules.ts'
import { lockOrder, updateOrder } from '../record/store.ts'

/**
 * Notes that an attempt to pay was declined: the order stays open for another one. A capture is tried under a new key
 * then, so that the provider does not answer with the old refusal again.
 */
export async function noteDecline(
  { db }: Pick<Deps, 'db'>,
  order: OrderRow,
  reason: string,
): Promise<void> {
  await transaction(db, async tx => {
    const current = await lockOrder(tx, order.id)
    if (!current || !isOpen(current.status) || current.attempt !== order.attempt) return
    await updateOrder(tx, order.id, { attempt: current.attempt + 1, failed_reason: reason })
    await note(tx, current, { text: reason, cause: 'declined' })
  })
}
