import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import type { OrderAttendee } from '../orders/record/finish-orders.ts'
import type { OrderRow } from '../orders/record/lookup.ts'
import { orderUrl } from '../orders/record/order-address.ts'

type ViewContext = Pick<Deps, 'publicRoot' | 'secrets'>

/** The attendees of an order for its buyer, each with its code and the address of its QR picture. */
export function attendeeViews({ publicRoot }: ViewContext, attendees: readonly OrderAttendee[]) {
  return attendees.map(({ id, ticket_id, title, security_code }) => ({
    id,
    ticket_id,
    title,
    security_code,
    qr_url: qrUrl(publicRoot, { id, security_code }),
  }))
}

/** The address of the order's page. */
export function redirectUrl({ publicRoot, secrets }: ViewContext, orderId: number): string {
  return orderUrl({ publicRoot, key: secrets.order }, orderId)
}

/** The total of an order, so that a client can compare it with the one it showed. */
export const sumView = (order: Pick<OrderRow, 'total_minor' | 'currency'>) => ({
  total: formatDecimal({ minor: order.total_minor, currency: order.currency }),
  currency: order.currency,
})

type SettledOrder = {
  order: Pick<OrderRow, 'id' | 'gateway' | 'gateway_order_id' | 'total_minor' | 'currency'>
  status: string
  attendees: readonly OrderAttendee[]
}

/** An order after its payment was read. */
export function settledView(place: ViewContext, { order, status, attendees }: SettledOrder) {
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
