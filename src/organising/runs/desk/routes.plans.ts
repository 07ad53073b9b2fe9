import { type Caller, canSomewhere, userIdOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import type { Deps } from '../../deps.ts'
import { kindOf } from '../all-kinds.ts'
import { findRunOfPlan } from '../record/store.ts'
import { findPlan, listPlanRows, type PlanRow } from '../record/store.plans.ts'
import { makePlan } from '../working/make-plan.ts'
import { planProblems, wishOf } from './read-wish.ts'
import { PlanRequest } from './schema.request.ts'
import * as shapes from './schema.ts'
import { planRowView, planView } from './view.ts'

/** Whoever may do one of the kinds; each plan is its maker's. */
const access = {
  who: 'Callers with `orders.refund`, `tickets.write` or `mails.write`, by the kind of the plan. A plan is seen by its maker only.',
  when: ({ caller }: { caller: Caller }) =>
    (['orders.refund', 'tickets.write', 'mails.write'] as const).some(right =>
      canSomewhere(caller, right),
    ),
}

/** Routes of plans: what a wide act would do, before it is done (contract.md 38). */
export function planRoutes(api: Api, deps: Deps) {
  makingRoute(api, deps)
  readingRoutes(api, deps)
}

async function planOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number, caller: Caller) {
  const userId = userIdOf(caller) ?? 0
  return (await findPlan(db, id, { userId, now: clock.now() })) ?? fail('plan-not-found')
}

async function show(deps: Deps, plan: PlanRow, run: number | null) {
  const about = { id: plan.id, wish: plan.wish, eventId: plan.event_id }
  const previews = (await kindOf(plan.kind).preview?.(deps, about)) ?? []
  return planView(plan, { run, root: deps.restRoot('admin'), previews })
}

function makingRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/plans',
    operation: 'makePlan',
    ours: true,
    summary: 'Plan a wide act: read what it would do to how many, without doing it',
    access: {
      who: 'Callers with `orders.refund`, `tickets.write` or `mails.write`, by the kind of the plan.',
      when: ({ body, caller }) => canSomewhere(caller, kindOf(body.kind).right),
    },
    body: PlanRequest,
    returns: shapes.PlanView,
    status: 201,
    check: async ({ body }) => planProblems(body, deps.config.currency),
    handle: async ({ body, caller }) => {
      const plan = await makePlan(deps, caller, { kind: body.kind, wish: wishOf(body) })
      return show(deps, plan, null)
    },
  })
}

function readingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/plans/:id',
    operation: 'getPlan',
    ours: true,
    summary: 'Read a plan of yours with its sums',
    access,
    params: shapes.PlanParams,
    returns: shapes.PlanView,
    errors: ['plan-not-found'],
    handle: async ({ params, caller }) => {
      const plan = await planOf(deps, params.id, caller)
      const run = await findRunOfPlan(deps.db, plan.id)
      return show(deps, plan, run?.id ?? null)
    },
  })
  route(api, {
    method: 'GET',
    path: '/plans/:id/rows',
    operation: 'listPlanRows',
    ours: true,
    summary: 'List the rows of a plan of yours, with what would be done to each',
    access,
    params: shapes.PlanParams,
    query: shapes.RowsQuery,
    returns: shapes.PlanRows,
    errors: ['plan-not-found'],
    handle: async ({ params, query: { after = 0, limit = 50, ...narrowed }, caller }) => {
      const plan = await planOf(deps, params.id, caller)
      const rows = await listPlanRows(deps.db, plan.id, { after, limit: limit + 1, ...narrowed })
      const page = rows.slice(0, limit)
      const ids = page.map(({ subject_id: subject }) => subject)
      const labels = await kindOf(plan.kind).labels(deps.db, ids, { caller, wish: plan.wish })
      return {
        rows: page.map(row => planRowView(row, labels.get(row.subject_id))),
        next: rows.length > limit ? (page.at(-1)?.n ?? null) : null,
      }
    },
  })
}
