import type { Static } from 'typebox'
import { toLocal } from '../../core/time.ts'
import type { Config } from '../../config/config.ts'
import { currencyOf, rawAmount, wireAmount } from '../pricing/convert-amount.ts'
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
  }
}
