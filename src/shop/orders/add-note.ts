import type { Deps } from '../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { OrderRow } from './lookup.ts'
import { insertMoves } from './store.ts'

/** Writes a remark of staff into an order's history. */
export async function addNote({ db }: Pick<Deps, 'db'>, { id, status }: OrderRow, note: string) {
  await transaction(db, tx =>
    insertMoves(tx, [
      { order_id: id, from_status: status, to_status: status, cause: 'note', note },
    ]),
  )
}
