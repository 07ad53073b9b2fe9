import type { Deps } from '../../deps.ts'
import { formatDecimal } from '../../../core/money.ts'
import { attendeesOfOrders } from '../../../ticketing/attendees/lookup.ts'
import { qrUrl } from '../../../ticketing/attendees/qr-address.ts'
import { listMoves } from '../record/lookup.ts'
import { orderUrl } from '../record/order-address.ts'
import { listRefunds, type RefundRow } from '../settling/lookup.ts'
import { listPlaceMoves } from '../settling/lookup.moves.ts'
import type { OrderPart } from './sight.ts'
import { orderView } from './view.ts'

/**
 * An order, or the part of it that the reader sees, with everything that belongs to it: lines, attendees, history,
 * refunds. For staff. Notes and reasons may tell of the other part, so only readers of the whole get them.
 */
export async function showOrder({ db, publicRoot, secrets }: Deps, part: OrderPart) {
  const { order, lines, isWhole, events, sees } = part
  const attendees = await attendeesOfOrders(db, [order.id])
  const moves = await listMoves(db, order.id)
  const refunds = await listRefunds(db, order.id)
  const moved = new Map<number, number>()
  for (const { from_line_id: id } of await listPlaceMoves(db, order.id)) {
    if (id !== null) moved.set(id, (moved.get(id) ?? 0) + 1)
  }
  return {
    ...orderView(order, lines, { ...sees, moved }),
    attendees: attendees
      .filter(({ event_id }) => isWhole || events.includes(event_id))
      .map(({ id, ticket_id, title, security_code }) => ({
        id,
        ticket_id,
        title,
        ...(sees.links && { security_code, qr_url: qrUrl(publicRoot, { id, security_code }) }),
      })),
    history: moves
      .filter(({ cause }) => isWhole || cause !== 'note')
      .map(({ from_status, to_status, cause, note, at }) => ({
        from: from_status,
        to: to_status,
        cause,
        note: isWhole ? note : null,
        at: at.toISOString(),
      })),
    refunds: refunds
      .map(refund => ({ ...refund, shownMinor: amountOf(refund, part) }))
      .filter(({ shownMinor }) => shownMinor > 0)
      .map(({ id, shownMinor, state, method, reason, created_at }) => ({
        id,
        ...(sees.money && {
          amount: formatDecimal({ minor: shownMinor, currency: order.currency }),
        }),
        state,
        method,
        reason: isWhole ? reason : '',
        at: created_at.toISOString(),
      })),
    ...(isWhole &&
      sees.links && { redirect_url: orderUrl({ publicRoot, key: secrets.order }, order) }),
  }
}

/** What a refund gave back of the part; an amount without places belongs to the whole. */
function amountOf(refund: RefundRow, { isWhole, lines }: OrderPart): number {
  if (isWhole) return refund.amount_minor
  const own = new Set(lines.map(({ id }) => id))
  return refund.parts
    .filter(({ lineId }) => own.has(lineId))
    .reduce((total, { amountMinor }) => total + amountMinor, 0)
}
