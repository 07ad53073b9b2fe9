import type { Tx } from '../../../platform/db/database.ts'
import { type LineRow, listEveryLine, type OrderRow } from '../record/lookup.ts'
import type { RefundRow } from './lookup.ts'
import { listPlaceMoves, type PlaceMove } from './lookup.moves.ts'
import type { PricedPart, RefundableLine } from './rules.ts'
import { lockRefunds, promisedRefunds } from './store.ts'

/** What of the payment of a locked order is not given back or promised yet, in minor units. */
export const moneyLeft = async (tx: Tx, { id, paid_minor: paid }: OrderRow): Promise<number> =>
  paid - (await promisedRefunds(tx, id))

/** The lines of an order with what was refunded of them or moved away. */
export type RefundableLines = {
  lines: RefundableLine[]
  /** The attendees whose places a refund in progress is going to end. */
  named: ReadonlySet<number>
}

/** The lines of a locked order. */
export async function refundableLines(tx: Tx, orderId: number): Promise<RefundableLines> {
  const refunds = await lockRefunds(tx, orderId)
  const moves = await listPlaceMoves(tx, orderId)
  return linesLeft({ lines: await listEveryLine(tx, [orderId]), refunds, moves })
}

type OrderRows = {
  lines: readonly LineRow[]
  refunds: readonly RefundRow[]
  moves: readonly PlaceMove[]
}

/** Places and fees of refunds in progress count as refunded; those of failed refunds do not. */
export function linesLeft({ lines, refunds: every, moves }: OrderRows): RefundableLines {
  const refunds = every.filter(({ state }) => state !== 'failed')
  const count = (lineId: number, of: (part: PricedPart) => number, parts: readonly PricedPart[]) =>
    parts.reduce((sum, part) => (part.lineId === lineId ? sum + of(part) : sum), 0)
  const all = refunds.flatMap(({ parts }) => parts)
  const underWay = refunds.filter(({ state }) => state !== 'done')
  const partsUnderWay = underWay.flatMap(({ parts }) => parts)
  const left = lines.map(line => {
    const away = moves.filter(({ from_line_id: from }) => from === line.id)
    const move = moves.find(({ to_line_id: to }) => to === line.id)
    return {
      id: line.id,
      kind: line.kind,
      ticketId: line.ticket_id,
      quantity: line.quantity,
      refundedQuantity:
        line.refunded_quantity + count(line.id, part => part.quantity, partsUnderWay) + away.length,
      refundedFees:
        count(line.id, part => part.fees ?? part.quantity, all) +
        away.filter(({ fee_minor: fee }) => fee > 0).length,
      totalMinor: line.total_minor,
      takesDiscount: line.takes_discount,
      moved: move && { ticketMinor: move.worth_minor, feeMinor: move.fee_minor },
    }
  })
  return { lines: left, named: new Set(underWay.flatMap(({ attendee_ids: ids }) => ids ?? [])) }
}
