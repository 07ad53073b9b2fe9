import { type Caller, isInReach, reachOf, refundLimitOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import { callerNow } from '../../../access/callers/caller-now.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { kindOf } from '../all-kinds.ts'
import type { PlanSum } from '../record/rules.ts'
import { findRun, findRunOfPlan, insertRun, type RunRow } from '../record/store.ts'
import { findPlan } from '../record/store.plans.ts'
import { basisOf, summaryOf } from './make-plan.ts'
import { planSummaryView } from './summary-view.ts'
import { wakeRun } from './wake-run.ts'

export type RunRequest = {
  planId: number
  /** The run rests after so many. */
  first: number | undefined
}

/**
 * Begins the run of a plan of the caller. The plan is made again: fails with `plan-is-stale` and the new summary where it would be
 * another one by now, with `refund-over-limit` where its sum is beyond the caller's limit, and as making it does where rights were
 * lost. The same plan again returns the run that it has.
 */
export async function startRun(
  deps: Deps,
  caller: Caller,
  { planId, first }: RunRequest,
): Promise<RunRow> {
  if (caller.kind !== 'user') return fail('rest_forbidden')
  const { userId, credential } = caller
  const now = deps.clock.now()
  const before = await findRunOfPlan(deps.db, planId)
  if (before?.user_id === userId) {
    const reach = reachOf(caller, kindOf(before.kind).right)
    return isInReach(reach, before.event_id) ? before : fail('plan-not-found')
  }
  const plan = (await findPlan(deps.db, planId, { userId, now })) ?? fail('plan-not-found')
  const draft = await kindOf(plan.kind).draft(deps, plan.wish, caller)
  if (basisOf(plan.wish, draft) !== plan.basis) {
    fail('plan-is-stale', { data: { summary: planSummaryView(summaryOf(draft)) } })
  }
  if (plan.summary.sums.every(({ action }) => action === 'skip')) fail('plan-is-empty')
  const id = await transaction(deps.db, async tx => {
    demandLimit(await callerNow(tx, caller), plan.event_id, plan.summary.sums)
    const made = await insertRun(tx, {
      planId,
      userId,
      credential,
      first,
      premise: draft.premise ?? null,
      at: now,
    })
    if (made !== undefined) await wakeRun(deps, tx, made)
    return made
  })
  const run = id === undefined ? await findRunOfPlan(deps.db, planId) : await findRun(deps.db, id)
  return run ?? fail('plan-not-found')
}

/** A limit of one order's refunds is that of the sum of a run, too (contract.md 38.3). */
function demandLimit(caller: Caller, event: number | null, sums: readonly PlanSum[]) {
  const totals = new Map<string, number>()
  for (const { action, currency, minor } of sums) {
    if (action === 'skip' || currency === null || minor === 0) continue
    totals.set(currency, (totals.get(currency) ?? 0) + minor)
  }
  for (const [currency, minor] of totals) {
    const limit = refundLimitOf(caller, event === null ? [] : [event], currency)
    if (limit === undefined) fail('rest_forbidden')
    if (limit !== null && minor > limit) {
      const [sum, most] = [minor, limit].map(one => formatDecimal({ minor: one, currency }))
      fail('refund-over-limit', {
        message: `The run would give back ${sum} ${currency}; your limit is ${most} ${currency}.`,
      })
    }
  }
}
