import type { Static } from 'typebox'
import { fail, failParams } from '../../core/errors.ts'
import { plainTitle } from '../../core/text.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import { changedCharge, storedAmount } from '../pricing/convert-amount.ts'
import { windowColumns } from '../pricing/read-window.ts'
import type { Charge } from '../pricing/rules.ts'
import { mergedLimits } from './read-limits.ts'
import { couponRule, plainCode } from './rules.ts'
import type { CouponChanges, NewCoupon } from './schema.ts'
import { limitsOf, setLimits } from './store.limits.ts'
import {
  type CouponRow,
  findCouponRow,
  insertCoupon,
  lockCouponRows,
  sweepCouponHolds,
  updateCoupon,
} from './store.ts'

type LockedCoupon = Awaited<ReturnType<typeof lockCouponRows>>[number]
type Changes = Static<typeof CouponChanges>

/**
 * Adds a coupon. Fails with `tickets_create_coupon_error` when its amount does not suit its kind, with
 * `tickets_coupon_exists` when the slug is taken, ignoring case.
 */
export async function createCoupon(
  deps: Deps,
  draft: Static<typeof NewCoupon>,
  attempt: Attempt | undefined,
): Promise<CouponRow> {
  const { slug, display_name, status, sub_type: kind = 'flat', usage_limit } = draft
  const amount = storedAmount({ ...draft, kind }, deps.config.currency)
  if ('message' in amount) {
    const message = `${amount.param} ${amount.message}`
    fail('tickets_create_coupon_error', { message, data: { params: { [amount.param]: message } } })
  }
  const row = {
    slug: plainCode(slug),
    display_name: plainTitle(display_name),
    status,
    kind,
    amount: amount.stored,
    currency: kind === 'flat' ? deps.config.currency : null,
    usage_limit: usage_limit || null,
    ...windowColumns(draft, deps),
  }
  const { db, config } = deps
  const limits = await mergedLimits(draft.limits, {
    db,
    currency: config.currency,
    before: null,
    isUsed: false,
  })
  const find = (id: number) => findCouponRow(db, id)
  const make = async (tx: Tx) => {
    const { id } = await insertCoupon(tx, row)
    if (limits) await setLimits(tx, id, limits)
    return (await findCouponRow(tx, id)) ?? fail('tickets_coupon_not_found')
  }
  return unlessTaken(makeOnce(db, { attempt, find, make }))
}

/**
 * Changes the members that are given. Fails with `tickets_coupon_not_found`, `tickets_coupon_exists`, and
 * with `rest_invalid_param` for a limit below the present number of uses.
 */
export function changeCoupon(deps: Deps, id: number, changes: Changes): Promise<CouponRow> {
  return unlessTaken(
    transaction(deps.db, async tx => {
      await lockCouponRows(tx, [id])
      await sweepCouponHolds(tx, [id])
      const [current] = await lockCouponRows(tx, [id])
      if (!current) fail('tickets_coupon_not_found')
      const columns = changedColumns(deps, current, changes)
      const limit = columns.usage_limit ?? Infinity
      if (limit < current.held + current.used) {
        failParams({
          usage_limit: { message: 'must not be less than the present number of uses.' },
        })
      }
      const before = (await limitsOf(tx, [id])).get(id) ?? null
      const limits = await mergedLimits(changes.limits, {
        db: tx,
        currency: deps.config.currency,
        before,
        isUsed: current.held + current.used > 0,
      })
      await updateCoupon(tx, id, columns)
      if (limits && changes.limits) await setLimits(tx, id, limits)
      return (await findCouponRow(tx, id)) ?? fail('tickets_coupon_not_found')
    }),
  )
}

function changedColumns(deps: Deps, current: LockedCoupon, changes: Changes) {
  const { slug, display_name = changes.name, status, usage_limit } = changes
  return {
    ...(slug === undefined ? {} : { slug: plainCode(slug) }),
    ...(display_name === undefined ? {} : { display_name: plainTitle(display_name) }),
    status: status ?? current.status,
    usage_limit: usage_limit === undefined ? current.usage_limit : usage_limit || null,
    ...changedCharge(chargeOf(couponRule(current)), changes, deps.config.currency),
    ...windowColumns(changes, deps, current),
  }
}

const chargeOf = ({ kind, amount, currency = null }: Charge): Charge => ({ kind, amount, currency })

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error) !== 'coupons_slug_is_unique') throw error
    return fail('tickets_coupon_exists', { cause: error })
  }
}
