import { fail } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import { attendeesOfOrders } from '../../ticketing/attendees/lookup.ts'
import { taxesOfOrder } from '../books/taxes-of-order.ts'
import type { Deps } from '../deps.ts'
import { findOrder, listEveryLine } from '../orders/record/lookup.ts'
import { orderUrl } from '../orders/record/order-address.ts'
import { isRounding } from '../orders/record/rules.ts'
import { taxSumsView } from '../taxes/tax-sums.ts'
import { findPayBy } from './store.awaited.ts'

/** A sale as its receipt says it; `givenMinor` is what was handed over. */
export async function showSale(
  { db, publicRoot, secrets }: Deps,
  orderId: number,
  givenMinor?: number,
) {
  const order = (await findOrder(db, orderId)) ?? fail('order-not-found')
  const lines = await listEveryLine(db, [orderId])
  const attendees = await attendeesOfOrders(db, [orderId])
  const nameOf = new Map(
    lines.map(({ ticket_id: id, kind, name }) => [kind === 'ticket' ? id : 0, name]),
  )
  const shown = (minor: number) => formatDecimal({ minor, currency: order.currency })
  const change = givenMinor === undefined ? null : shown(givenMinor - order.total_minor)
  return {
    order: order.id,
    event: order.event_id,
    status: order.status,
    currency: order.currency,
    total: shown(order.total_minor),
    rounding: shown(lines.find(isRounding)?.total_minor ?? 0),
    given: givenMinor === undefined ? null : shown(givenMinor),
    change,
    pay_by: await findPayBy(db, orderId),
    name: order.purchaser_name,
    lines: lines.map(({ name, quantity, total_minor: minor }) => ({
      name,
      quantity,
      amount: shown(minor),
    })),
    taxes: taxSumsView(await taxesOfOrder(db, orderId), order.currency),
    tickets: attendees.map(({ id, ticket_id: ticket }) => ({
      attendee: id,
      ticket: nameOf.get(ticket) ?? '',
    })),
    order_url: orderUrl({ publicRoot, key: secrets.order }, order),
    created_at: order.created_at.toISOString(),
  }
}
