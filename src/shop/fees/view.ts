import type { Static } from 'typebox'
import { toLocal } from '../../core/time.ts'
import type { Config } from '../../config/config.ts'
import { currencyOf, rawAmount } from '../pricing/convert-amount.ts'
import { chargeOf, isAutomatic } from './rules.ts'
import type { FeeView, TicketFeesView } from './schema.ts'
import type { FeeRow } from './store.ts'

export type TicketFees = Static<typeof TicketFeesView>
type FeeMap = TicketFees['available_fees']

export function feeView(row: FeeRow, { currency, timezone }: Config): Static<typeof FeeView> {
  const charge = chargeOf(row)
  const moment = (instant: Date | null) => instant && toLocal(instant, timezone)
  return {
    id: row.id,
    modifier_type: 'fee',
    sub_type: charge.kind,
    raw_amount: rawAmount(charge, currency),
    currency: currencyOf(charge, currency),
    slug: row.slug,
    display_name: row.display_name,
    status: row.status,
    created_at: toLocal(row.created_at, timezone),
    start_time: moment(row.starts_at),
    end_time: moment(row.ends_at),
    meta_value: isAutomatic(row) ? 'all' : 'per',
  }
}

const isSelectable = (row: FeeRow) => !isAutomatic(row)

/** Keyed by id; an empty map is `[]` on the wire (contract.md 3.2). */
function feeMap(rows: readonly FeeRow[], config: Config): FeeMap {
  if (rows.length === 0) return []
  return Object.fromEntries(rows.map(row => [String(row.id), feeView(row, config)]))
}

export function feeListView(rows: readonly FeeRow[], config: Config) {
  return {
    all_fees: feeMap(rows, config),
    automatic_fees: feeMap(rows.filter(isAutomatic), config),
    selectable_fees: feeMap(rows.filter(isSelectable), config),
  }
}

/** The fees that are the same for every ticket. */
export const ticketFeesView = (
  rows: readonly FeeRow[],
  config: Config,
): Omit<TicketFees, 'selected_fees'> => ({
  available_fees: feeMap(rows.filter(isSelectable), config),
  automatic_fees: feeMap(rows.filter(isAutomatic), config),
})
