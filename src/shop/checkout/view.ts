import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import type { OrderAttendee } from '../orders/record/finish-orders.ts'
import type { OrderRow } from '../orders/record/lookup.ts'
import { orderUrl } from '../orders/record/order-address.ts'

type Place = Pick<Deps, 'publicRoot' | 'secrets'>

/** The sold places of an order, as its buyer gets them: each with its code and the picture of it. */
export function attendeeViews({ publicRoot }: Place, attendees: readonly OrderAttendee[]) {
  return attendees.map(({ id, ticket_id, title, security_code }) => ({
    id,
    ticket_id,
    title,
    security_code,
    qr_url: qrUrl(publicRoot, { id, security_code }),
  }))
}

/** Where the buyer finds the order. */
export function redirectUrl({ publicRoot, secrets }: Place, orderId: number): string {
  return orderUrl({ publicRoot, key: secrets.order }, orderId)
}

/** What an order costs, so that a client can compare it with what it showed. */
export const sumView = (order: Pick<OrderRow, 'total_minor' | 'currency'>) => ({
  total: formatDecimal({ minor: order.total_minor, currency: order.currency }),
  currency: order.currency,
})

type Shown = {
  order: Pick<OrderRow, 'id' | 'gateway' | 'gateway_order_id' | 'total_minor' | 'currency'>
  status: string
  attendees: readonly OrderAttendee[]
}

/** An order after its payment was looked at. */
export function settledView(place: Place, { order, status, attendees }: Shown) {
  return {
    success: true as const,
    ...sumView(order),
    status,
    order_id: order.id,
    gateway_order_id: order.gateway_order_id ?? '',
    redirect_url: redirectUrl(place, order.id),
    attendees: attendeeViews(place, attendees),
    ...(order.gateway === 'sandbox' ? { sandbox: true as const } : {}),
  }
}
