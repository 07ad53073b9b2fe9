import type { Locale } from '../../core/locale.ts'
import {
  findOrder,
  type LineRow,
  listLines,
  type OrderRow,
} from '../../shop/orders/record/lookup.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import { type Holder, holdersOfOrders } from '../../ticketing/attendees/lookup.holders.ts'
import type { Deps } from '../deps.ts'
import { type EventView, eventViews } from './event-views.ts'
import { nameInMail, withNameInMail } from './person-name.ts'

/** An order with everything that mails about it show. Its names are those that mails may show (`nameInMail`). */
export type OrderView = {
  order: OrderRow
  lines: readonly LineRow[]
  holders: readonly Holder[]
  /** Those of them that are not passed on: what the buyer is told about (contract.md 7.11). */
  own: readonly Holder[]
  events: ReadonlyMap<number, EventView>
  url: string
}

/** Reads an order for a mail; undefined when it does not exist. */
export async function orderView(
  deps: Deps,
  orderId: number,
  locale: Locale,
): Promise<OrderView | undefined> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return undefined
  const lines = await listLines(deps.db, [orderId])
  const holders = (await holdersOfOrders(deps.db, [orderId])).map(withNameInMail)
  return {
    order: { ...order, purchaser_name: nameInMail(order.purchaser_name) },
    lines,
    holders,
    own: holders.filter(({ passed_on_at: at }) => at === null),
    events: await eventViews(
      deps,
      lines.flatMap(({ event_id: id }) => id ?? []),
      locale,
    ),
    url: orderUrl({ publicRoot: deps.publicRoot, key: deps.secrets.order }, order),
  }
}
