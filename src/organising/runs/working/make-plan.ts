import { type Caller, userIdOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { kindOf } from '../all-kinds.ts'
import type { Draft } from '../record/kinds.ts'
import { hashOf, type KindName, sumsOf } from '../record/rules.ts'
import {
  deleteEndedPlans,
  findPlan,
  insertPlan,
  type PlanRow,
  type PlanSummary,
} from '../record/store.plans.ts'

const hourMs = 60 * 60 * 1000

/** What a draft says in sums. */
export const summaryOf = ({ rows, warnings }: Draft): PlanSummary => ({
  sums: sumsOf(rows),
  warnings,
})

/** The hash of a draft: of what was asked for, and of everything that it was made from. */
export const basisOf = (wish: unknown, { rows, basis }: Draft): string =>
  hashOf([wish, basis, rows])

/**
 * Works out what a wide act would do, and stores it for an hour as the caller's plan. Nothing else is written. Fails as the kind says
 * for what the caller may not do.
 */
export async function makePlan(
  deps: Deps,
  caller: Caller,
  { kind, wish }: { kind: KindName; wish: unknown },
): Promise<PlanRow> {
  const userId = userIdOf(caller) ?? fail('rest_forbidden')
  const at = deps.clock.now()
  const draft = await kindOf(kind).draft(deps, wish, caller)
  const id = await transaction(deps.db, async tx => {
    await deleteEndedPlans(tx, at)
    return insertPlan(
      tx,
      {
        kind,
        userId,
        eventId: draft.eventId,
        wish,
        basis: basisOf(wish, draft),
        summary: summaryOf(draft),
        at,
        expiresAt: new Date(at.getTime() + hourMs),
      },
      draft.rows,
    )
  })
  return (await findPlan(deps.db, id, { userId, now: at })) ?? fail('plan-not-found')
}
