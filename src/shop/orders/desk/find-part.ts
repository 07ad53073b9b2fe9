import { type Caller, holdsAtAll } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import type { Right } from '../../../core/rights.ts'
import { refuse } from '../../../platform/http/access.ts'
import type { Deps } from '../../deps.ts'
import { findOrder, listEveryLine, type OrderRow } from '../record/lookup.ts'
import { type OrderPart, partOf } from './sight.ts'

/** The part of an order that the caller sees. What is of other events only does not exist for the caller. */
export async function orderOf(
  { db }: Pick<Deps, 'db'>,
  id: number,
  caller: Caller,
): Promise<OrderPart> {
  const order = await findOrder(db, id)
  const part = order && partOf(order, await listEveryLine(db, [id]), caller)
  return part ?? fail('order-not-found')
}

/** An order whose every event the caller may write; 403 where only a part of it is the caller's. */
export async function wholeOrderOf(
  deps: Pick<Deps, 'db'>,
  id: number,
  caller: Caller,
): Promise<OrderRow> {
  const part = await orderOf(deps, id, caller)
  demandAll(part, caller, 'orders.write')
  return part.order
}

/** Fails with 403 unless the caller sees all of the order and holds the right at its every event. */
export function demandAll({ isWhole, events }: OrderPart, caller: Caller, right: Right) {
  if (isWhole && holdsAtAll(caller, right, events)) return
  refuse(caller, `This order has places of events at which you do not have \`${right}\`.`)
}
