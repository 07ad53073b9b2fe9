import type { Deps } from '../../deps.ts'
import { formatDecimal } from '../../../core/money.ts'
import { attendeesOfOrders } from '../../../ticketing/attendees/lookup.ts'
import { qrUrl } from '../../../ticketing/attendees/qr-address.ts'
import { listLines, listMoves, type OrderRow } from '../record/lookup.ts'
import { orderUrl } from '../record/order-address.ts'
import { listRefunds } from '../settling/lookup.ts'
import { orderView } from './view.ts'

/** An order with everything that belongs to it: lines, attendees, history, refunds. For staff. */
export async function showOrder({ db, publicRoot, secrets }: Deps, order: OrderRow) {
  const lines = await listLines(db, [order.id])
  const attendees = await attendeesOfOrders(db, [order.id])
  const moves = await listMoves(db, order.id)
  const refunds = await listRefunds(db, order.id)
  return {
    ...orderView(order, lines),
    attendees: attendees.map(({ id, ticket_id, title, security_code }) => ({
      id,
      ticket_id,
      title,
      security_code,
      qr_url: qrUrl(publicRoot, { id, security_code }),
    })),
    history: moves.map(({ from_status, to_status, cause, note, at }) => ({
      from: from_status,
      to: to_status,
      cause,
      note,
      at: at.toISOString(),
    })),
    refunds: refunds.map(({ id, amount_minor, state, reason, created_at }) => ({
      id,
      amount: formatDecimal({ minor: amount_minor, currency: order.currency }),
      state,
      reason,
      at: created_at.toISOString(),
    })),
    redirect_url: orderUrl({ publicRoot, key: secrets.order }, order.id),
  }
}
