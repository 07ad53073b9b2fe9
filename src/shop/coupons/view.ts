import type { Static } from 'typebox'
import { formatDecimal } from '../../core/money.ts'
import { toLocal } from '../../core/time.ts'
import type { Config } from '../../config/config.ts'
import { currencyOf, rawAmount, wireAmount } from '../pricing/convert-amount.ts'
import type { CouponLimits } from '../pricing/limits/rules.ts'
import { couponRule } from './rules.ts'
import type { CouponView } from './schema.ts'
import type { CouponRow } from './store.ts'

export function couponView(
  row: CouponRow,
  { currency, timezone }: Config,
): Static<typeof CouponView> {
  const rule = couponRule(row)
  const moment = (instant: Date | null) => instant && toLocal(instant, timezone)
  return {
    id: row.id,
    slug: row.slug,
    name: row.display_name,
    sub_type: rule.kind,
    amount: wireAmount(rule, currency),
    raw_amount: rawAmount(rule, currency),
    currency: currencyOf(rule, currency),
    status: row.status,
    start_time: moment(row.starts_at),
    end_time: moment(row.ends_at),
    usage_limit: row.usage_limit,
    used: row.used,
    ...(row.limits && { limits: limitsView(row, row.limits) }),
  }
}

function limitsView(row: CouponRow, limits: CouponLimits) {
  const { min_total_minor: minor, min_total_currency: currency } = limits
  return {
    events: [...limits.event_ids],
    tickets: [...limits.ticket_ids],
    opens: [...limits.opens],
    min_total: minor === null || currency === null ? null : formatDecimal({ minor, currency }),
    min_total_currency: currency,
    max_places: limits.max_places,
    max_places_per_order: limits.max_places_per_order,
    per_person: limits.per_person,
    tag: limits.tag,
    places_ordered: row.places_ordered,
    places_held: row.places_held,
  }
}
