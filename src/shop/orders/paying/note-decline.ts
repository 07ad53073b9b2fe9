import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { note } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'
import { isOpen } from '../record/rules.ts'
import { lockOrder, updateOrder } from '../record/store.ts'

/**
 * Records a declined payment attempt; the order stays open for another one. The next capture gets a new key, because
 * the provider would repeat its refusal for the old one.
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
