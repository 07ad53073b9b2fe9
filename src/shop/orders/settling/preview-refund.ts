import { fail } from '../../../core/errors.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { type ValidPlace, validPlaces } from '../../../ticketing/attendees/lookup.valid.ts'
import { chooseLeaving } from '../../../ticketing/attendees/return-attendees.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockOrder } from '../record/store.ts'
import { type LimitsLeft, refundLimits } from './demand-limit.ts'
import { planOf, type PlannedRefund } from './plan-refund.ts'
import { demandAccount, type RefundOrder } from './refund-order.ts'

/** What a refund would do. */
export type PreviewedRefund = PlannedRefund & {
  order: OrderRow
  limits: LimitsLeft
  /** The places that would end, and those that would stay. */
  ending: readonly ValidPlace[]
  staying: readonly ValidPlace[]
}

/**
 * What `refundOrder` would do now; writes nothing. Fails as the refund would, but for limits, which are told instead, and for
 * a password that has to be given again.
 */
export async function previewRefund(
  deps: Deps,
  { orderId, wanted, method, by }: Pick<RefundOrder, 'orderId' | 'wanted' | 'method' | 'by'>,
): Promise<PreviewedRefund> {
  return transaction(deps.db, async tx => {
    const order = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
    const planned = await planOf(tx, order, wanted)
    if (planned.amountMinor > 0 && method === 'paid') demandAccount(deps, order)
    const limits = await refundLimits(tx, deps, { by, order })
    const places = await validPlaces(tx, orderId)
    const ending = new Set(chooseLeaving(places, planned))
    return {
      ...planned,
      order,
      limits,
      ending: [...ending],
      staying: places.filter(place => !ending.has(place)),
    }
  })
}
