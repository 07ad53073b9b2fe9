import type { Deps } from '../../deps.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { note } from '../record/end-order.ts'
import type { OrderRow } from '../record/lookup.ts'

/** Adds a remark of staff to an order's history. */
export async function addNote({ db }: Pick<Deps, 'db'>, order: OrderRow, text: string) {
  await transaction(db, tx => note(tx, order, { text }))
}
