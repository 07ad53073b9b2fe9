import type { Tx } from '../../../platform/db/database.ts'
import type { OrderRow } from './lookup.ts'
import { lockOrder, lockOrders } from './store.ts'

/** Locks an order for a write of another capability about it; undefined when there is none. */
export const holdOrder = (tx: Tx, id: number): Promise<OrderRow | undefined> => lockOrder(tx, id)

/** The same for several, in the order of their ids. */
export const holdOrders = (tx: Tx, ids: readonly number[]): Promise<OrderRow[]> =>
  lockOrders(tx, ids)
