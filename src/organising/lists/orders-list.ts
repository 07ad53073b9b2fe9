import { formatDecimal } from '../../core/money.ts'
import { plainText } from '../../core/html-text.ts'
import { partOf } from '../../shop/orders/desk/sight.ts'
import type { List, Reader, Row } from './list.ts'
import { orderState, ordersShape } from './orders-shape.ts'
import { answersOfOrders } from './store.answered.ts'
import { type OrderRecord, orderSource, readOrders } from './store.orders.ts'

export const ordersList: List = {
  shape: ordersShape,
  source: orderSource,
  answers: answersOfOrders,
  rows: async (db, ids, reader) => {
    const records = await readOrders(db, ids, reader)
    return records.map(record => rowOf(record, reader)).filter(row => row !== undefined)
  },
}

function rowOf(
  { order: whole, holder, holders, titles, missing }: OrderRecord,
  { caller }: Reader,
): Row | undefined {
  const part = partOf(whole, whole.lines, caller)
  if (part === undefined) return undefined
  const { order, lines, events, sees, isWhole } = part
  const amount = (minor: number) =>
    sees.money ? formatDecimal({ minor, currency: order.currency }) : undefined
  const tickets = lines
    .filter(({ kind }) => kind === 'ticket')
    .map(({ name, quantity, refunded_quantity }) => ({ name, left: quantity - refunded_quantity }))
  return {
    number: order.id,
    created: order.created_at.toISOString(),
    completed: order.completed_at?.toISOString() ?? null,
    status: orderState(order.status),
    who: order.purchaser_name || whoOf(holder, holders),
    name: order.purchaser_name,
    email: sees.contacts ? order.purchaser_email : undefined,
    events: events.map(event => plainText(titles.get(event) ?? `#${event}`)).join(', '),
    tickets: tickets.map(({ name, left }) => `${left} × ${name}`).join(', '),
    places: tickets.reduce((sum, { left }) => sum + left, 0),
    method: order.gateway,
    currency: order.currency,
    subtotal: amount(order.subtotal_minor),
    fees: amount(order.fees_minor),
    discount: amount(order.discount_minor),
    total: amount(order.total_minor),
    paid: amount(order.paid_minor),
    refunded: amount(order.refunded_minor),
    reference: isWhole ? (order.gateway_order_id ?? '') : '',
    language: order.locale,
    answers_missing: missing,
  }
}

function whoOf(holder: string | undefined, holders: number): string {
  if (holder === undefined) return ''
  return holders > 1 ? `${holder} + ${holders - 1}` : holder
}
