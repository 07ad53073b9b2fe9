import type { Static } from 'typebox'
import { formatDecimal } from '../../../core/money.ts'
import type { OrderView } from './schema.ts'
import type { LineRow, OrderRow } from '../record/lookup.ts'
import { isRounding } from '../record/rules.ts'
import type { Sees } from './sight.ts'

type View = Static<typeof OrderView>

/**
 * An order as staff see it; money as decimals in major units with the currency's exponent. What the reader may not see
 * is left out. `moved`: how many places of each line were moved to another ticket, where that was read.
 */
export function orderView(
  row: OrderRow,
  lines: readonly LineRow[],
  { moved, ...sees }: Sees & { moved?: ReadonlyMap<number, number> },
): View {
  const shown = (minor: number) => formatDecimal({ minor, currency: row.currency })
  const rounding = lines.filter(isRounding).reduce((sum, line) => sum + line.total_minor, 0)
  return {
    id: row.id,
    status: row.status,
    provider: 'tc',
    gateway: row.gateway,
    gateway_order_id: row.gateway_order_id,
    sandbox: row.gateway === 'sandbox',
    post_id: row.event_id,
    currency: row.currency,
    ...(sees.money && {
      subtotal: shown(row.subtotal_minor),
      fees: shown(row.fees_minor - Math.max(rounding, 0)),
      discount: shown(row.discount_minor - Math.max(-rounding, 0)),
      rounding: shown(rounding),
      total: shown(row.total_minor),
      paid: shown(row.paid_minor),
      refunded: shown(row.refunded_minor),
    }),
    purchaser: {
      name: row.purchaser_name,
      ...(sees.contacts && { email: row.purchaser_email }),
    },
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    failed_reason: row.failed_reason,
    items: lines.map(line => ({
      id: line.id,
      type: isRounding(line) ? 'rounding' : line.kind,
      ticket_id: line.ticket_id,
      fee_id: line.fee_id,
      coupon_id: line.coupon_id,
      name: line.name,
      quantity: line.quantity,
      ...(sees.money && { price: shown(line.unit_minor), sub_total: shown(line.total_minor) }),
      refunded_quantity: line.refunded_quantity,
      ...(moved && { moved_quantity: moved.get(line.id) ?? 0 }),
      ...(sees.money && { refunded: shown(line.refunded_minor) }),
    })),
  }
}
