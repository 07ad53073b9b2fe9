import type { Deps } from '../../deps.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import type { OrderAttendee } from '../orders/finish-orders.ts'
import type { OrderRow } from '../orders/lookup.ts'
import { orderUrl } from '../orders/order-address.ts'

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

type Shown = {
  order: Pick<OrderRow, 'id' | 'gateway' | 'gateway_order_id'>
  status: string
  attendees: readonly OrderAttendee[]
}

/** An order after its payment was looked at. */
export function settledView(place: Place, { order, status, attendees }: Shown) {
  return {
    success: true as const,
    status,
    order_id: order.id,
    gateway_order_id: order.gateway_order_id ?? '',
    redirect_url: redirectUrl(place, order.id),
    attendees: attendeeViews(place, attendees),
    ...(order.gateway === 'sandbox' ? { sandbox: true as const } : {}),
  }
}
