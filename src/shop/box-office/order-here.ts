import { can, type Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { findOrder, type OrderRow } from '../orders/record/lookup.ts'

/** An order of one event at which the caller sells; others do not exist. */
export async function orderHere(
  { db }: Pick<Deps, 'db'>,
  id: number,
  caller: Caller,
): Promise<OrderRow> {
  const order = await findOrder(db, id)
  const isHere = order && can(caller, 'boxoffice.sell', order.event_id ?? undefined)
  return isHere ? order : fail('order-not-found')
}
