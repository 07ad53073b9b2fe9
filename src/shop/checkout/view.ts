import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import type { OrderAttendee } from '../orders/record/finish-orders.ts'
import type { OrderRow } from '../orders/record/lookup.ts'
import type { PaymentState } from '../payments/gateway.ts'
import { type OrderLink, orderUrl } from '../orders/record/order-address.ts'
import type { OrderStatus } from '../orders/record/rules.ts'

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
export function redirectUrl({ publicRoot, secrets }: ViewContext, link: OrderLink): string {
  return orderUrl({ publicRoot, key: secrets.order }, link)
}

/** The total of an order, so that a client can compare it with the one it showed. */
export const sumView = (order: Pick<OrderRow, 'total_minor' | 'currency'>) => ({
  total: formatDecimal({ minor: order.total_minor, currency: order.currency }),
  currency: order.currency,
})

type SettledOrder = {
  order: Pick<
    OrderRow,
    'id' | 'link_generation' | 'gateway' | 'gateway_order_id' | 'total_minor' | 'currency'
  >
  status: string
  attendees: readonly OrderAttendee[]
}

/** An order after its payment was read. */
export function settledView(context: ViewContext, { order, status, attendees }: SettledOrder) {
  return {
    success: true as const,
    ...sumView(order),
    status,
    order_id: order.id,
    gateway_order_id: order.gateway_order_id ?? '',
    redirect_url: redirectUrl(context, order),
    attendees: attendeeViews(context, attendees),
    ...(order.gateway === 'sandbox' ? { sandbox: true as const } : {}),
  }
}

/** An order whose payment was begun; without a payment it is paid already. */
export type StartedOrder = {
  order: OrderRow
  payment: PaymentState | undefined
  isSimulated: boolean
}

const sandboxMark = ({ isSimulated }: Pick<StartedOrder, 'isSimulated'>) =>
  isSimulated ? { sandbox: true as const } : {}

/** An order that is to be paid by card. */
export function cardOrderView(
  context: ViewContext & { publishableKey: string },
  { order, payment, isSimulated }: StartedOrder,
) {
  const redirect = redirectUrl(context, order)
  const { publishableKey } = context
  return {
    success: true as const,
    ...sumView(order),
    order_id: order.id,
    payment_intent_id: payment?.reference ?? order.gateway_order_id ?? '',
    client_secret: payment?.clientSecret?.reveal() ?? '',
    return_url: redirect,
    ...(payment && payment.kind !== 'processing' ? {} : { redirect_url: redirect }),
    ...(publishableKey === '' ? {} : { publishable_key: publishableKey }),
    ...sandboxMark({ isSimulated }),
  }
}

/** An order that is to be paid with the wallet. */
export function walletOrderView(
  context: ViewContext,
  { order, payment, isSimulated }: StartedOrder,
) {
  return {
    success: true as const,
    ...sumView(order),
    id: payment?.reference ?? order.gateway_order_id ?? '',
    order_id: order.id,
    ...(payment?.approveUrl === undefined ? {} : { approve_url: payment.approveUrl }),
    ...(payment ? {} : { redirect_url: redirectUrl(context, order) }),
    ...sandboxMark({ isSimulated }),
  }
}

/** An order whose payment was captured; `reference` is the provider's id of it. */
export const capturedView = (captured: {
  reference: string
  status: OrderStatus
  isSimulated: boolean
}) => ({
  success: true as const,
  order_id: captured.reference,
  status: captured.status,
  ...sandboxMark(captured),
})

/** An order that its buyer gave up. */
export const givenUpView = ({ orderId, status }: { orderId: number; status: OrderStatus }) => ({
  success: true as const,
  status,
  order_id: orderId,
  title: `Order ${orderId}`,
})

/** The same message for an unknown order and for an order of somebody else, so that nobody learns which orders exist. */
export const unknownOrder =
  'This is none of your orders: the address needs the id that the provider gave it (`payment_intent_id` of a card payment, `id` of a wallet order), and the request `cart_hash` of the cart it was made from.'
